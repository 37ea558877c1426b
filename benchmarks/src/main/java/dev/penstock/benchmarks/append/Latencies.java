package dev.penstock.benchmarks.append;

import java.util.Arrays;

/** Times from request to answer. One writer at a time. */
final class Latencies {
  private long[] nanos = new long[1 << 16];
  private int count;

  void add(long value) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = value;
  }

  void clear() {
    count = 0;
  }

  /** In milliseconds; 0 when there are none. */
  double percentile(double percent) {
    if (count == 0) {
      return 0;
    }
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return sorted[(int) Math.min(count - 1L, (long) (count * percent / 100))] / 1e6;
  }
}
