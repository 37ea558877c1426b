/** Types of sources as plain data. Knows neither Kafka nor BigQuery's clients. */
@NullMarked
package dev.penstock.testkit.types;

import org.jspecify.annotations.NullMarked;
