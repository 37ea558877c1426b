/**
 * The rows of read sessions: what a session froze, its pages, and their Avro form. It knows no
 * protocol and no SQL dialect.
 */
@NullMarked
package dev.penstock.local.read;

import org.jspecify.annotations.NullMarked;
