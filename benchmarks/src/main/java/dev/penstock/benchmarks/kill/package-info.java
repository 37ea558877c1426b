/** Measures recovery from {@code kill -9}. */
@NullMarked
package dev.penstock.benchmarks.kill;

import org.jspecify.annotations.NullMarked;
