package dev.penstock.flink.sink;

import java.time.Duration;

/** The ranges of options that are durations. */
final class Durations {
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private Durations() {}

  /** A duration of at least so many milliseconds that the clock can express. */
  static Duration requireAtLeast(String name, Duration value, long millis) {
    if (value.compareTo(Duration.ofMillis(millis)) < 0 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: " + Duration.ofMillis(millis) + ".." + LONGEST + ")");
    }
    return value;
  }
}
