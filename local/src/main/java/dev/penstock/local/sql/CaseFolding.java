package dev.penstock.local.sql;

import java.util.Locale;

/**
 * Unicode's full case folding, derived from Java's case mappings: lower case of upper case, except
 * for the dotless i, which folds to itself, and Cherokee, which folds to upper case.
 */
final class CaseFolding {
  private static final int DOTLESS_I = 0x131;

  private CaseFolding() {}

  static String fold(int codePoint) {
    String text = Character.toString(codePoint);
    if (codePoint == DOTLESS_I) {
      return text;
    }
    String upper = text.toUpperCase(Locale.ROOT);
    if (Character.UnicodeScript.of(codePoint) == Character.UnicodeScript.CHEROKEE) {
      return upper;
    }
    StringBuilder out = new StringBuilder();
    // One by one: the lower case of a whole word depends on where a sigma stands.
    upper.codePoints().forEach(c -> out.append(Character.toString(c).toLowerCase(Locale.ROOT)));
    return out.toString();
  }
}
