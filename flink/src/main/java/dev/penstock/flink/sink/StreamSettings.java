package dev.penstock.flink.sink;

import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.RetrySchedule;
import dev.penstock.core.write.WriterOptions;
import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How streams of a sink batch, bound and retry. Immutable. */
record StreamSettings(
    int maxAppendRequestBytes,
    int maxInflightRequests,
    long maxInflightBytes,
    Duration recoveryInitialBackoff,
    Duration recoveryMaxBackoff,
    int recoveryMaxAttempts,
    Duration maxRetryDuration,
    Duration responseTimeout,
    Duration destinationIdleTimeout,
    @Nullable Duration flushInterval)
    implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  /** The clock of the engine counts nanoseconds. */
  private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

  private static final int MAX_REQUEST_BYTES = 20_000_000;
  private static final String TRACE_ID = "penstock:flink";

  WriterOptions toWriterOptions(boolean change) {
    return new WriterOptions(
        change,
        maxAppendRequestBytes,
        MAX_REQUEST_BYTES,
        maxInflightBytes,
        WriterOptions.defaults(change, TRACE_ID).maxConnections(),
        maxInflightRequests,
        maxRetryDuration.isZero() ? FOR_EVER : maxRetryDuration,
        responseTimeout,
        recovery(),
        destinationIdleTimeout,
        false,
        TRACE_ID);
  }

  RetryBudget recovery() {
    return new RetryBudget(
        RetrySchedule.exponential(recoveryInitialBackoff, recoveryMaxBackoff), recoveryMaxAttempts);
  }
}
