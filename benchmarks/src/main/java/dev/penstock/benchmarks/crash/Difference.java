package dev.penstock.benchmarks.crash;

import java.util.List;

/** How two sorted lists of rows differ. */
final class Difference {
  private Difference() {}

  /** One line, or none when they are equal. */
  static List<String> of(String what, List<String> expected, List<String> actual) {
    if (expected.equals(actual)) {
      return List.of();
    }
    int first = 0;
    while (first < Math.min(expected.size(), actual.size())
        && expected.get(first).equals(actual.get(first))) {
      first++;
    }
    return List.of(
        what
            + ": "
            + actual.size()
            + " rows instead of "
            + expected.size()
            + ", first different at "
            + first
            + ": "
            + at(actual, first)
            + " instead of "
            + at(expected, first));
  }

  private static String at(List<String> rows, int index) {
    return index < rows.size() ? rows.get(index) : "none";
  }
}
