/** The source: its builder, enumerator, reader and splits. Knows no type mapping and no retries. */
@NullMarked
package dev.penstock.flink.source;

import org.jspecify.annotations.NullMarked;
