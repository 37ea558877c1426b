/**
 * The row store: physical tables, shard threads with their appenders, change logs and how they are
 * applied and read.
 */
@NullMarked
package dev.penstock.local.rows;

import org.jspecify.annotations.NullMarked;
