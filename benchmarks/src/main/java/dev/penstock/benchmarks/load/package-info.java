/** What a run of {@code penstock load} costs beside its source and its store alone. */
@NullMarked
package dev.penstock.benchmarks.load;

import org.jspecify.annotations.NullMarked;
