/** What the sink task costs a row between Kafka Connect and the wire. */
@NullMarked
package dev.penstock.benchmarks.sink;

import org.jspecify.annotations.NullMarked;
