package dev.penstock.kafka.read;

/** Makes names legal for BigQuery. Immutable. */
public final class FieldNames {
  private FieldNames() {}

  /**
   * Replaces every character outside {@code [A-Za-z0-9_]} by {@code _} and puts {@code _} before a
   * first character that is a digit.
   */
  public static String sanitized(String name) {
    StringBuilder legal = new StringBuilder(name.length() + 1);
    if (!name.isEmpty() && Character.isDigit(name.charAt(0))) {
      legal.append('_');
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean kept = c == '_' || (c < 128 && Character.isLetterOrDigit(c));
      legal.append(kept ? c : '_');
    }
    return legal.toString();
  }
}
