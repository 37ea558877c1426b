package dev.penstock.demo.load;

import java.time.Duration;

/**
 * How much one table is changed. Immutable.
 *
 * @param rows that the table has at least when the load ends
 * @param changesPerSecond row changes, at most, after the first fill, which is not paced
 * @param duration of the changes after the first fill
 * @param seed of the random choices; the same seed makes the same changes
 */
public record LoadOptions(int rows, int changesPerSecond, Duration duration, long seed) {
  /** Checks the ranges. */
  public LoadOptions {
    if (rows < 1) {
      throw new IllegalArgumentException("rows: " + rows + " (expected: 1 or more)");
    }
    if (changesPerSecond < 1) {
      throw new IllegalArgumentException("rate: " + changesPerSecond + " (expected: 1 or more)");
    }
  }
}
