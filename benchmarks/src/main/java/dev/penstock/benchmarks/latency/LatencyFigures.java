package dev.penstock.benchmarks.latency;

import java.util.Arrays;

/** Latencies in nanoseconds, sorted. Immutable. */
final class LatencyFigures {
  private static final double NANOS_PER_MS = 1e6;

  private final long[] sorted;

  LatencyFigures(long[] nanos) {
    this.sorted = nanos.clone();
    Arrays.sort(sorted);
  }

  int count() {
    return sorted.length;
  }

  /** In milliseconds; the value that this share of all does not exceed. */
  double percentile(double percent) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    int rank = (int) Math.ceil(percent / 100 * sorted.length);
    return sorted[Math.max(1, rank) - 1] / NANOS_PER_MS;
  }
}
