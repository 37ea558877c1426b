package dev.penstock.flink.sink;

import dev.penstock.core.model.ServiceLimits;
import java.time.Duration;
import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

/**
 * Collects what all streams have in common. One owner thread.
 *
 * @param <B> the builder itself
 */
@PublicEvolving
public abstract class StreamOptionsBuilder<B extends StreamOptionsBuilder<B>> {
  private static final int MAX_REQUEST_BYTES = ServiceLimits.APPEND_REQUEST_BYTES.intValue();

  private int maxAppendRequestBytes = 512 << 10;
  private int maxInflightRequests = 100;
  private long maxInflightBytes = 100L << 20;
  private Duration recoveryInitialBackoff = Duration.ofMillis(500);
  private Duration recoveryMaxBackoff = Duration.ofSeconds(10);
  private int recoveryMaxAttempts = 10;
  private Duration maxRetryDuration = Duration.ofMinutes(5);
  private Duration responseTimeout = Duration.ofMinutes(5);
  private Duration destinationIdleTimeout = Duration.ofHours(1);

  StreamOptionsBuilder() {}

  abstract B self();

  /** Rows of a table are sent when they reach so many bytes, 1..20,000,000; default 512 KiB. */
  public B maxAppendRequestBytes(int bytes) {
    maxAppendRequestBytes = (int) requireRange("maxAppendRequestBytes", bytes, MAX_REQUEST_BYTES);
    return self();
  }

  /** Requests without an answer on one connection, 1..10,000; default 100. */
  public B maxInflightRequests(int requests) {
    maxInflightRequests = (int) requireRange("maxInflightRequests", requests, 10_000);
    return self();
  }

  /** Bytes of rows without an answer, over all tables of a task, more than 0; default 100 MiB. */
  public B maxInflightBytes(long bytes) {
    maxInflightBytes = requireRange("maxInflightBytes", bytes, Long.MAX_VALUE);
    return self();
  }

  /** The first delay before a stream is asked for again, at least 1 ms; default 500 ms. */
  public B recoveryInitialBackoff(Duration delay) {
    recoveryInitialBackoff = Durations.requireAtLeast("recoveryInitialBackoff", delay, 1);
    return self();
  }

  /** The longest such delay, at least the first; default 10 s. */
  public B recoveryMaxBackoff(Duration delay) {
    recoveryMaxBackoff = Durations.requireAtLeast("recoveryMaxBackoff", delay, 1);
    return self();
  }

  /** How often a stream is asked for, or a commit tried, again; more than 0; default 10. */
  public B recoveryMaxAttempts(int attempts) {
    recoveryMaxAttempts = (int) requireRange("recoveryMaxAttempts", attempts, Integer.MAX_VALUE);
    return self();
  }

  /** How long one append is sent again; 0 without end; default 5 min. */
  public B maxRetryDuration(Duration duration) {
    maxRetryDuration = Durations.requireAtLeast("maxRetryDuration", duration, 0);
    return self();
  }

  /**
   * How long a connection may stay without any answer before its appends are sent again on another,
   * at least 1 ms; default 5 min.
   */
  public B responseTimeout(Duration duration) {
    responseTimeout = Durations.requireAtLeast("responseTimeout", duration, 1);
    return self();
  }

  /** How long the state of a table without rows is kept, at least 1 ms; default 1 h. */
  public B destinationIdleTimeout(Duration duration) {
    destinationIdleTimeout = Durations.requireAtLeast("destinationIdleTimeout", duration, 1);
    return self();
  }

  private static long requireRange(String name, long value, long max) {
    if (value < 1 || value > max) {
      String range = max >= Integer.MAX_VALUE ? "at least 1" : "1.." + max;
      throw new IllegalArgumentException(name + ": " + value + " (expected: " + range + ")");
    }
    return value;
  }

  StreamSettings settings(@Nullable Duration flushInterval) {
    if (recoveryMaxBackoff.compareTo(recoveryInitialBackoff) < 0) {
      throw new IllegalStateException(
          "recoveryMaxBackoff: "
              + recoveryMaxBackoff
              + " (expected: at least recoveryInitialBackoff, "
              + recoveryInitialBackoff
              + ")");
    }
    return new StreamSettings(
        maxAppendRequestBytes,
        maxInflightRequests,
        maxInflightBytes,
        recoveryInitialBackoff,
        recoveryMaxBackoff,
        recoveryMaxAttempts,
        maxRetryDuration,
        responseTimeout,
        destinationIdleTimeout,
        flushInterval);
  }
}
