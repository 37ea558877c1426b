/**
 * Change histories as plain data: what happens in a source database, the change rows that a sink
 * must write for it, and the state of every table afterwards. Knows no database, no Kafka and no
 * BigQuery client.
 */
@NullMarked
package dev.penstock.testkit.history;

import org.jspecify.annotations.NullMarked;
