/**
 * Row readers over Connect data: what a Connect or Debezium schema means, and access to its values
 * without copies. Knows no BigQuery column and no configuration key.
 */
@NullMarked
package dev.penstock.kafka.read;

import org.jspecify.annotations.NullMarked;
