/** Measures the time from a commit in PostgreSQL to the row in local BigQuery. */
@NullMarked
package dev.penstock.benchmarks.latency;

import org.jspecify.annotations.NullMarked;
