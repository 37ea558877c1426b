/** The BigQuery sink connector for Kafka Connect. */
@NullMarked
package dev.penstock.kafka;

import org.jspecify.annotations.NullMarked;
