/**
 * The sink on recorded Debezium events: recorder, recordings, and the suites that play them through
 * Debezium's transform and the sink task into a local BigQuery.
 */
@NullMarked
package dev.penstock.kafka.scenario;

import org.jspecify.annotations.NullMarked;
