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

  private static final String TRACE_ID = "penstock:flink";

  WriterOptions toWriterOptions(boolean change) {
    return WriterOptions.builder(change, TRACE_ID)
        .maxBatchBytes(maxAppendRequestBytes)
        .maxInFlightBytes(maxInflightBytes)
        .maxInFlightRequests(maxInflightRequests)
        .retryTimeout(maxRetryDuration.isZero() ? FOR_EVER : maxRetryDuration)
        .appendTimeout(responseTimeout)
        .recovery(recovery())
        .destinationIdle(destinationIdleTimeout)
        .build();
  }

  RetryBudget recovery() {
    return new RetryBudget(
        RetrySchedule.exponential(recoveryInitialBackoff, recoveryMaxBackoff), recoveryMaxAttempts);
  }
}
