package dev.penstock.core.write;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.time.RetryBudget;
import java.time.Duration;
import java.util.Objects;

/**
 * How writers batch, bound and retry. Immutable.
 *
 * @param change whether rows are changes (UPSERT, DELETE) or plain appends; never both
 * @param maxBatchBytes a batch is sent when it reaches this many bytes; default 1 MiB
 * @param maxRequestBytes the largest request; default 20,000,000 (QT-035)
 * @param maxInFlightBytes rows not yet acknowledged, over all destinations; default 64 MiB
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
    int maxBatchBytes,
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
    int limit = ServiceLimits.APPEND_REQUEST_BYTES.value();
    requireRange("maxRequestBytes", maxRequestBytes, MIN_REQUEST_BYTES, limit);
    requireRange("maxBatchBytes", maxBatchBytes, 1, maxRequestBytes);
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
    return new WriterOptions(
        change,
        1 << 20,
        20_000_000,
        64L << 20,
        100,
        100,
        Duration.ofMinutes(10),
        Duration.ofMinutes(5),
        RetryBudget.RECOVERY,
        Duration.ofHours(1),
        false,
        traceId);
  }
}
