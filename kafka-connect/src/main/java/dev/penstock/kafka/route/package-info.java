/**
 * What a record means: its table, its change type, its key and its sequence number. Knows no
 * BigQuery client and stores nothing.
 */
@NullMarked
package dev.penstock.kafka.route;

import org.jspecify.annotations.NullMarked;
