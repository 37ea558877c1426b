package dev.penstock.benchmarks.destinations;

import java.util.List;

/**
 * How far a client is. Immutable.
 *
 * @param appended rows so far
 * @param stored those of them that the service acknowledged
 * @param liveMegabytes of the heap, after its latest collection
 */
record Report(long appended, long stored, long liveMegabytes) {
  /** Reads what {@link #toString} wrote. */
  static Report parse(String line) {
    List<Long> values = List.of(line.split(" ", -1)).stream().map(Long::valueOf).toList();
    return new Report(values.get(0), values.get(1), values.get(2));
  }

  static long largestLive(List<Report> reports) {
    return reports.stream().mapToLong(Report::liveMegabytes).max().orElse(0);
  }

  @Override
  public String toString() {
    return appended + " " + stored + " " + liveMegabytes;
  }
}
