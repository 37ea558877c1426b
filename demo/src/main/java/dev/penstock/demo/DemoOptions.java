package dev.penstock.demo;

import dev.penstock.demo.operations.ResultsFile;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a run does. Immutable.
 *
 * @param rows that the changed tables have at least in the end, together
 * @param changesPerSecond on all tables together, at most, once they are filled
 * @param duration of the random changes
 * @param json where the results of the operations go; null for nowhere
 */
public record DemoOptions(
    int rows, int changesPerSecond, Duration duration, @Nullable ResultsFile json) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is outside
   */
  public DemoOptions {
    require("--rows", rows, 2, 10_000_000, "one in each of the 2 tables at least");
    require("--rate", changesPerSecond, 2, 1_000_000, "one on each of the 2 tables at least");
    require("--seconds", duration.toSeconds(), 1, 86_400, "a day at most");
  }

  private static void require(String name, long value, long from, long to, String why) {
    if (value < from || value > to) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: " + from + ".." + to + ", " + why + ")");
    }
  }
}
