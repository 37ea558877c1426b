/**
 * What sink, source and SQL share: table identity, routing results, failures, and how to reach
 * BigQuery. Knows no writer and no reader.
 */
@NullMarked
package dev.penstock.flink;

import org.jspecify.annotations.NullMarked;
