package dev.penstock.core.model;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Names of columns and fields, which BigQuery does not tell apart by case. Folded in the same way
 * wherever the program runs. Immutable.
 */
public final class Names {
  private Names() {}

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
