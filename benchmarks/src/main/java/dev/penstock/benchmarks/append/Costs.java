package dev.penstock.benchmarks.append;

import java.util.List;
import java.util.Locale;

/**
 * What appends cost a client. Immutable.
 *
 * @param rate rows a second
 * @param cpuNanos of the whole process, a row
 * @param cores CPU of the whole process as a share of the time, 1 for one core
 * @param p99Millis from an append's first row to its answer
 */
record Costs(double rate, double cpuNanos, double cores, double p99Millis) {
  /** Reads what {@link #toString} wrote. */
  static Costs parse(String line) {
    List<Double> values = List.of(line.split(" ", -1)).stream().map(Double::valueOf).toList();
    return new Costs(values.get(0), values.get(1), values.get(2), values.get(3));
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%f %f %f %f", rate, cpuNanos, cores, p99Millis);
  }
}
