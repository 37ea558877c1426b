package dev.penstock.local;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the method that somebody meant who wrote another name. Immutable. */
final class MeantMethod {
  /** Characters that are wrong, missing or too many. */
  private static final int MOST_FAULTS = 2;

  private MeantMethod() {}

  /** The name that is nearest to what was written; empty when none is near. */
  static Optional<String> find(String written, Collection<String> names) {
    return names.stream()
        .filter(name -> faults(written, name) <= MOST_FAULTS)
        .min(
            Comparator.comparingInt((String name) -> faults(written, name))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** The edit distance without regard to case. */
  private static int faults(String written, String name) {
    String from = written.toLowerCase(Locale.ROOT);
    String to = name.toLowerCase(Locale.ROOT);
    int[] row = new int[to.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}
