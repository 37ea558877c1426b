/**
 * The processes of the demo as objects: PostgreSQL, a Kafka broker, a Connect worker and local
 * BigQuery, on free loopback ports, with one directory that goes away with them. Knows nothing of
 * what is sent through them.
 */
@NullMarked
package dev.penstock.demo.stack;

import org.jspecify.annotations.NullMarked;
