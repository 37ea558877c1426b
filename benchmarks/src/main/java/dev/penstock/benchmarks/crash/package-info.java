/**
 * kill -9 of local BigQuery in the middle of each kind of work, and what must be there after it.
 */
@NullMarked
package dev.penstock.benchmarks.crash;

import org.jspecify.annotations.NullMarked;
