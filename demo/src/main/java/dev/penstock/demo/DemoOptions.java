package dev.penstock.demo;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a run does. Immutable.
 *
 * @param rows that the changed tables have at least in the end, together
 * @param changesPerSecond on all tables together, at most
 * @param duration of the random changes
 * @param json where the results of the operations go; null for nowhere
 */
public record DemoOptions(int rows, int changesPerSecond, Duration duration, @Nullable Path json) {
  /** Checks the ranges. */
  public DemoOptions {
    require("--rows", rows, 2, 10_000_000);
    require("--rate", changesPerSecond, 2, 1_000_000);
    require("--seconds", duration.toSeconds(), 1, 86_400);
  }

  private static void require(String name, long value, long from, long to) {
    if (value < from || value > to) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: " + from + ".." + to + ")");
    }
  }
}
