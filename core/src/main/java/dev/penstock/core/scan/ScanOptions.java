package dev.penstock.core.scan;

import java.time.Duration;

/**
 * How a stream is read. Immutable.
 *
 * @param maxAttempts consecutive attempts that brought no rows before a read fails, at least 1
 * @param idleTimeout how long a call may bring nothing before it counts as broken, at least 1 ms
 */
public record ScanOptions(int maxAttempts, Duration idleTimeout) {
  /** 25 attempts, five minutes. */
  public static final ScanOptions DEFAULTS = new ScanOptions(25, Duration.ofMinutes(5));

  /** Checks the ranges. */
  public ScanOptions {
    if (maxAttempts < 1) {
      throw new IllegalArgumentException("maxAttempts: " + maxAttempts + " (expected: at least 1)");
    }
    if (idleTimeout.toMillis() < 1) {
      throw new IllegalArgumentException(
          "idleTimeout: " + idleTimeout + " (expected: at least 1 ms)");
    }
  }
}
