/**
 * The SQL connector: options to builders, Flink's rows as row readers. Everything else is sink and
 * source.
 */
@NullMarked
package dev.penstock.flink.table;

import org.jspecify.annotations.NullMarked;
