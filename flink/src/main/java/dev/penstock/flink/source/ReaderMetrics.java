package dev.penstock.flink.source;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * What a reader fetched and emitted.
 *
 * @param rows rows decoded
 * @param bytes bytes of serialized rows; not what is billed
 * @param retries calls that broke and were made anew
 * @param skipped rows that gave no record
 */
record ReaderMetrics(Counter rows, Counter bytes, Counter retries, Counter skipped) {
  ReaderMetrics(MetricGroup group) {
    this(
        group.counter("rowsRead"),
        group.counter("bytesRead"),
        group.counter("readRetries"),
        group.counter("recordsSkipped"));
  }
}
