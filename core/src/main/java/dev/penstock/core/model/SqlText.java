package dev.penstock.core.model;

/** The one rule by which names and texts stand in a statement. Immutable. */
public final class SqlText {
  private SqlText() {}

  /**
   * A name as a quoted identifier: {@code `order`}. Back-ticks and backslashes in it are escaped.
   *
   * @throws IllegalArgumentException when it holds a control character, which no name may
   */
  public static String identifier(String name) {
    return "`" + escaped(name, '`') + "`";
  }

  /**
   * A text as a string literal: {@code 'it\'s'}.
   *
   * @throws IllegalArgumentException when it holds a control character
   */
  public static String literal(String text) {
    return "'" + escaped(text, '\'') + "'";
  }

  private static String escaped(String text, char quote) {
    StringBuilder escaped = new StringBuilder(text.length() + 2);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)) {
        throw new IllegalArgumentException(
            "character " + i + ": a control character (expected: none in a name)");
      }
      if (c == quote || c == '\\') {
        escaped.append('\\');
      }
      escaped.append(c);
    }
    return escaped.toString();
  }
}
