/** The sink: its builder, its writers and its committer. Knows no type mapping and no retries. */
@NullMarked
package dev.penstock.flink.sink;

import org.jspecify.annotations.NullMarked;
