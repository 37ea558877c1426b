package dev.penstock.core.time;

import java.time.Duration;
import java.util.Objects;

/**
 * How often something is tried again, and after which delays. Immutable.
 *
 * @param schedule the delays
 * @param maxRetries tries after the first one
 */
public record RetryBudget(RetrySchedule schedule, int maxRetries) {
  /** What repairs of streams get: 500 ms doubling to 10 s, ten times, about 55 s in all. */
  public static final RetryBudget RECOVERY =
      new RetryBudget(
          RetrySchedule.exponential(Duration.ofMillis(500), Duration.ofSeconds(10)), 10);

  /** Checks the range. */
  public RetryBudget {
    Objects.requireNonNull(schedule, "schedule");
    if (maxRetries < 0) {
      throw new IllegalArgumentException("maxRetries: " + maxRetries + " (expected: at least 0)");
    }
  }
}
