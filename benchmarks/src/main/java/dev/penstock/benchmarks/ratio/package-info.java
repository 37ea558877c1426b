/** How much slower local BigQuery is than the bare engine below it, all in one run. */
@NullMarked
package dev.penstock.benchmarks.ratio;

import org.jspecify.annotations.NullMarked;
