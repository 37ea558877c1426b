package dev.penstock.local.sql;

/** Functions of texts. */
final class TextFunctions {
  private static final String WORD_ENDS = "[](){}/|<>!?@\"^#$&~_,.:;*%+-";

  private TextFunctions() {}

  /** INITCAP with its default delimiters. */
  static String initialCapitals(String text) {
    StringBuilder out = new StringBuilder(text.length());
    boolean start = true;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      out.appendCodePoint(start ? Character.toUpperCase(c) : Character.toLowerCase(c));
      start = Character.isWhitespace(c) || WORD_ENDS.indexOf(c) >= 0;
      i += Character.charCount(c);
    }
    return out.toString();
  }

  /** How many capturing groups a regular expression has. */
  static int capturingGroups(String regex) {
    int groups = 0;
    boolean inClass = false;
    for (int i = 0; i < regex.length(); i++) {
      char c = regex.charAt(i);
      if (c == '\\') {
        i++;
      } else if (inClass) {
        inClass = c != ']';
      } else if (c == '[') {
        inClass = true;
      } else if (c == '(' && (!regex.startsWith("(?", i) || regex.startsWith("(?P<", i))) {
        groups++;
      }
    }
    return groups;
  }
}
