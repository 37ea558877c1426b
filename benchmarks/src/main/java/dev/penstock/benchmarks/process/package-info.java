/** Processes that a benchmark starts, watches and ends. Knows nothing of what they do. */
@NullMarked
package dev.penstock.benchmarks.process;

import org.jspecify.annotations.NullMarked;
