/** Mixed load on local BigQuery for as long as wanted, and the memory it takes meanwhile. */
@NullMarked
package dev.penstock.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
