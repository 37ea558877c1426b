/**
 * The demo: PostgreSQL, Debezium, Kafka, Connect and local BigQuery in one process tree, changed at
 * random and compared row by row. Owns the order of its phases and the command line.
 */
@NullMarked
package dev.penstock.demo;

import org.jspecify.annotations.NullMarked;
