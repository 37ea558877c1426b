/**
 * Rows as files: Avro blocks, codecs, chunks, and a bounded set of open files for many tables.
 * Knows no service; where files are put is a port.
 */
@NullMarked
package dev.penstock.core.load.file;

import org.jspecify.annotations.NullMarked;
