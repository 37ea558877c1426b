/**
 * Measurements and long trials: what {@code ./penstock bench NAME} runs. Each has its own package.
 * {@code mvn verify} runs a few of the trials as tests, and never a measurement.
 */
@NullMarked
package dev.penstock.benchmarks;

import org.jspecify.annotations.NullMarked;
