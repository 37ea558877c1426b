package dev.penstock.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word that somebody meant who wrote another. Immutable. */
final class MeantWord {
  /** Characters that are wrong, missing, too many, or in the place of their neighbour. */
  private static final int MOST_FAULTS = 2;

  private MeantWord() {}

  /** The word that is nearest to what was written; empty when none is near. */
  static Optional<String> find(String written, Collection<String> words) {
    return words.stream()
        .filter(word -> faults(written, word) <= Math.min(MOST_FAULTS, word.length() / 2))
        .min(
            Comparator.comparingInt((String word) -> faults(written, word))
                .thenComparing(Comparator.naturalOrder()));
  }

  private static int faults(String written, String word) {
    int[][] faults = new int[written.length() + 1][word.length() + 1];
    for (int i = 0; i <= written.length(); i++) {
      for (int j = 0; j <= word.length(); j++) {
        if (i == 0 || j == 0) {
          faults[i][j] = i + j;
          continue;
        }
        int wrong = written.charAt(i - 1) == word.charAt(j - 1) ? 0 : 1;
        int least = Math.min(faults[i - 1][j], faults[i][j - 1]) + 1;
        least = Math.min(least, faults[i - 1][j - 1] + wrong);
        if (i > 1
            && j > 1
            && written.charAt(i - 1) == word.charAt(j - 2)
            && written.charAt(i - 2) == word.charAt(j - 1)) {
          least = Math.min(least, faults[i - 2][j - 2] + 1);
        }
        faults[i][j] = least;
      }
    }
    return faults[written.length()][word.length()];
  }
}
