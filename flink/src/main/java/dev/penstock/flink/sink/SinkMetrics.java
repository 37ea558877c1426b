package dev.penstock.flink.sink;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.model.Destination;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.apache.flink.runtime.metrics.MetricNames;

/** The metrics of one sink task, under its writer's group. One owner thread. */
final class SinkMetrics implements WriteMetrics {
  private static final String SKIPPED = "recordsSkipped";
  private static final String RETRIES = "appendRetries";
  private static final String IN_FLIGHT = "inFlightAppends";
  private static final String OPEN = "openDestinations";
  private static final String ERROR_CLASS = "errorClass";
  private static final String ERRORS = "errors";

  /** All names, those that Flink has for every sink first. */
  static final List<String> NAMES =
      List.of(
          MetricNames.NUM_RECORDS_SEND,
          MetricNames.NUM_BYTES_SEND,
          MetricNames.NUM_RECORDS_SEND_ERRORS,
          SKIPPED,
          RETRIES,
          IN_FLIGHT,
          OPEN,
          ERROR_CLASS + ".CODE." + ERRORS);

  private final MetricGroup group;
  private final Counter records;
  private final Counter bytes;
  private final Counter errors;
  private final Counter skipped;
  private final Counter retries;
  private final Map<ErrorCode, Counter> errorClasses = new EnumMap<>(ErrorCode.class);
  private volatile long inFlightRequests;
  private volatile int openDestinations;

  SinkMetrics(SinkWriterMetricGroup group) {
    this.group = group;
    this.records = group.getNumRecordsSendCounter();
    this.bytes = group.getNumBytesSendCounter();
    this.errors = group.getNumRecordsSendErrorsCounter();
    this.skipped = group.counter(SKIPPED);
    this.retries = group.counter(RETRIES);
    group.gauge(IN_FLIGHT, (Gauge<Long>) () -> inFlightRequests);
    group.gauge(OPEN, (Gauge<Integer>) () -> openDestinations);
  }

  /** A record goes to the failure handler. */
  void failed() {
    errors.inc();
  }

  /** The serializer left a record out. */
  void skipped() {
    skipped.inc();
  }

  /** So many tables have a writer. */
  void open(int destinations) {
    openDestinations = destinations;
  }

  /** Nothing is in flight any more. */
  void closed() {
    inFlightRequests = 0;
    openDestinations = 0;
  }

  @Override
  public void acknowledged(Destination destination, long rowCount, long byteCount) {
    records.inc(rowCount);
    bytes.inc(byteCount);
  }

  @Override
  public void rejected(Destination destination, ErrorCode code) {
    count(code);
  }

  @Override
  public void retried(Destination destination, ErrorCode code) {
    retries.inc();
    count(code);
  }

  @Override
  public void inFlight(long requests, long byteCount) {
    inFlightRequests = requests;
  }

  @Override
  public void failed(Destination destination, ErrorCode code, String message) {
    count(code);
  }

  private void count(ErrorCode code) {
    errorClasses
        .computeIfAbsent(
            code, key -> group.addGroup(ERROR_CLASS).addGroup(key.name()).counter(ERRORS))
        .inc();
  }
}
