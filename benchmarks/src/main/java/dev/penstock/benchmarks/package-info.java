/**
 * Measurements: what {@code ./penstock bench NAME} runs. Each benchmark has its own package. Never
 * part of {@code mvn verify}.
 */
@NullMarked
package dev.penstock.benchmarks;

import org.jspecify.annotations.NullMarked;
