package dev.penstock.core.write;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.time.RetryBudget;
import java.time.Duration;
import java.util.Objects;

/**
 * How writers batch, bound and retry; made by a {@link #builder}. Immutable.
 *
 * @param change whether rows are changes (UPSERT, DELETE) or plain appends; never both
 * @param batchSize at how many bytes a batch is sent; default {@link BatchSize#ADAPTIVE}
 * @param maxRequestBytes the largest request; default 20,000,000 (QT-035)
 * @param maxInFlightBytes memory of rows not yet acknowledged, over all destinations: their bytes,
 *     those that the transport holds besides, and the source records that the caller says it keeps;
 *     default 64 MiB
 * @param maxConnections connections open at once; where more destinations have rows, quiet ones
 *     make room; default 100 (QT-031: 5,000 a region)
 * @param maxInFlightRequests requests without an answer on one connection; default 100
 * @param retryTimeout how long one batch is retried; default 10 min
 * @param appendTimeout how long a connection may stay without any answer; default 5 min
 * @param recovery how often streams are asked for again, and commits tried again; default {@link
 *     RetryBudget#RECOVERY}
 * @param destinationIdle how long a destination without rows is kept; default 1 h
 * @param multiplexing whether destinations share connections; default false
 * @param traceId shown in the service's logs, in the form {@code a:b}
 */
public record WriterOptions(
    boolean change,
    BatchSize batchSize,
    int maxRequestBytes,
    long maxInFlightBytes,
    int maxConnections,
    int maxInFlightRequests,
    Duration retryTimeout,
    Duration appendTimeout,
    RetryBudget recovery,
    Duration destinationIdle,
    boolean multiplexing,
    String traceId) {
  private static final int MIN_REQUEST_BYTES = 1_024;

  /** Checks the ranges. */
  public WriterOptions {
    long limit = ServiceLimits.APPEND_REQUEST_BYTES.value();
    requireRange("maxRequestBytes", maxRequestBytes, MIN_REQUEST_BYTES, limit);
    if (batchSize.isFixed()) {
      requireRange("maxBatchBytes", batchSize.maxBytes(), 1, maxRequestBytes);
    }
    requireRange("maxInFlightBytes", maxInFlightBytes, 1, Long.MAX_VALUE);
    requireRange("maxConnections", maxConnections, 1, 10_000);
    requireRange("maxInFlightRequests", maxInFlightRequests, 1, 10_000);
    requireRange("retryTimeout", retryTimeout.toMillis(), 0, Long.MAX_VALUE);
    requireRange("appendTimeout", appendTimeout.toMillis(), 1, Long.MAX_VALUE);
    requireRange("destinationIdle", destinationIdle.toMillis(), 1, Long.MAX_VALUE);
    Objects.requireNonNull(recovery, "recovery");
    Objects.requireNonNull(traceId, "traceId");
  }

  private static void requireRange(String name, long value, long min, long max) {
    if (value < min || value > max) {
      String range = max == Long.MAX_VALUE ? "at least " + min : min + ".." + max;
      throw new IngestException(
          ErrorCode.INVALID_OPTION, name + ": " + value + " (expected: " + range + ")");
    }
  }

  /** The defaults. */
  public static WriterOptions defaults(boolean change, String traceId) {
    return builder(change, traceId).build();
  }

  /** The defaults, to be changed one by one. */
  public static Builder builder(boolean change, String traceId) {
    return new Builder(change, traceId);
  }

  /** Collects options; each is described with {@link WriterOptions}. One owner thread. */
  public static final class Builder {
    private final boolean change;
    private final String traceId;
    private BatchSize batchSize = BatchSize.ADAPTIVE;
    private int maxRequestBytes = ServiceLimits.APPEND_REQUEST_BYTES.intValue();
    private long maxInFlightBytes = 64L << 20;
    private int maxConnections = 100;
    private int maxInFlightRequests = 100;
    private Duration retryTimeout = Duration.ofMinutes(10);
    private Duration appendTimeout = Duration.ofMinutes(5);
    private RetryBudget recovery = RetryBudget.RECOVERY;
    private Duration destinationIdle = Duration.ofHours(1);
    private boolean multiplexing;

    private Builder(boolean change, String traceId) {
      this.change = change;
      this.traceId = traceId;
    }

    /** At how many bytes a batch is sent. */
    public Builder batchSize(BatchSize value) {
      this.batchSize = value;
      return this;
    }

    /** Bytes at which every batch is sent, whatever appends take. */
    public Builder maxBatchBytes(int value) {
      requireRange("maxBatchBytes", value, 1, ServiceLimits.APPEND_REQUEST_BYTES.value());
      return batchSize(BatchSize.fixed(value));
    }

    /** The largest request. */
    public Builder maxRequestBytes(int value) {
      this.maxRequestBytes = value;
      return this;
    }

    /** Bytes of rows not yet acknowledged, over all destinations. */
    public Builder maxInFlightBytes(long value) {
      this.maxInFlightBytes = value;
      return this;
    }

    /** Connections open at once. */
    public Builder maxConnections(int value) {
      this.maxConnections = value;
      return this;
    }

    /** Requests without an answer on one connection. */
    public Builder maxInFlightRequests(int value) {
      this.maxInFlightRequests = value;
      return this;
    }

    /** How long one batch is retried. */
    public Builder retryTimeout(Duration value) {
      this.retryTimeout = value;
      return this;
    }

    /** How long a connection may stay without any answer. */
    public Builder appendTimeout(Duration value) {
      this.appendTimeout = value;
      return this;
    }

    /** How often streams are asked for again, and commits tried again. */
    public Builder recovery(RetryBudget value) {
      this.recovery = value;
      return this;
    }

    /** How long a destination without rows is kept. */
    public Builder destinationIdle(Duration value) {
      this.destinationIdle = value;
      return this;
    }

    /** Whether destinations share connections. */
    public Builder multiplexing(boolean value) {
      this.multiplexing = value;
      return this;
    }

    /** The options, their ranges checked. */
    public WriterOptions build() {
      return new WriterOptions(
          change,
          batchSize,
          maxRequestBytes,
          maxInFlightBytes,
          maxConnections,
          maxInFlightRequests,
          retryTimeout,
          appendTimeout,
          recovery,
          destinationIdle,
          multiplexing,
          traceId);
    }
  }
}
