/** The rows that several benchmarks write. */
@NullMarked
package dev.penstock.benchmarks.rows;

import org.jspecify.annotations.NullMarked;
