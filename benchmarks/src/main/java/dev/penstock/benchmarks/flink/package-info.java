/** The Flink sink against the engine alone. */
@NullMarked
package dev.penstock.benchmarks.flink;

import org.jspecify.annotations.NullMarked;
