package dev.penstock.benchmarks.property;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table as the fold over its changes: of each key the change with the greatest sequence number
 * wins, of equal ones the one that came last.
 */
final class ChangeModel {
  /**
   * A change.
   *
   * @param value null for a DELETE
   * @param sections of its sequence number, each to be read without a sign; empty for none
   */
  record Change(long key, @Nullable String value, List<Long> sections) {
    /** Whether it wins over one that came earlier. */
    boolean beats(Change earlier) {
      for (int i = 0; i < Math.min(sections.size(), earlier.sections.size()); i++) {
        int order = Long.compareUnsigned(sections.get(i), earlier.sections.get(i));
        if (order != 0) {
          return order > 0;
        }
      }
      // Where the service is silent, a number that continues another one is greater.
      return sections.size() >= earlier.sections.size();
    }
  }

  private final Map<Long, Change> winners = new HashMap<>();

  void arrive(Change change) {
    winners.merge(change.key(), change, (old, late) -> late.beats(old) ? late : old);
  }

  /** The rows, each as key and value joined by a bar, in sorted order. */
  List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (Change change : winners.values()) {
      if (change.value() != null) {
        rows.add(change.key() + "|" + change.value());
      }
    }
    rows.sort(null);
    return rows;
  }
}
