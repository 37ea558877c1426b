/** Kafka Connect structs to wire bytes, against a hand-written encoder in the same run. */
@NullMarked
package dev.penstock.benchmarks.encode;

import org.jspecify.annotations.NullMarked;
