package dev.penstock.core.model;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Names of columns and fields, which BigQuery does not tell apart by case. Folded in the same way
 * wherever the program runs. Immutable.
 */
public final class Names {
  /** RT-042. */
  private static final List<String> RESERVED_PREFIXES =
      List.of(
          "_TABLE_",
          "_FILE_",
          "_PARTITION",
          "_ROW_TIMESTAMP",
          "__ROOT__",
          "_COLIDENTIFIER",
          "_CHANGE_SEQUENCE_NUMBER",
          "_CHANGE_TYPE",
          "_CHANGE_TIMESTAMP");

  private Names() {}

  /** With what a name begins that belongs to the service (RT-042); empty for all others. */
  public static Optional<String> reservedPrefixOf(String name) {
    return RESERVED_PREFIXES.stream()
        .filter(prefix -> name.regionMatches(true, 0, prefix, 0, prefix.length()))
        .findFirst();
  }

  /** The form under which names that are one column are equal. */
  public static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** The folded names, in the same order, each once. */
  public static Set<String> fold(Collection<String> names) {
    Set<String> folded = new LinkedHashSet<>();
    names.forEach(name -> folded.add(fold(name)));
    return folded;
  }
}
