package dev.penstock.local.rows;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The comparable form of {@code _CHANGE_SEQUENCE_NUMBER}: each section padded to 16 upper case hex
 * digits, so that the order of texts is the order of numbers (CDC-024). A number that continues
 * another one is greater (CDC-025 leaves it open). Thread-safe.
 */
public final class ChangeSequence {
  private static final Pattern VALID =
      Pattern.compile("[0-9a-fA-F]{1,16}(?:/[0-9a-fA-F]{1,16}){0,3}");

  private static final Pattern LEADING_ZEROS = Pattern.compile("\\b0+(?=[0-9A-F])");

  private ChangeSequence() {}

  /** The comparable form; empty for a text that is not 1 to 4 sections of 1 to 16 hex digits. */
  public static Optional<String> comparable(String text) {
    if (!VALID.matcher(text).matches()) {
      return Optional.empty();
    }
    StringBuilder form = new StringBuilder(67);
    for (String section : text.toUpperCase(Locale.ROOT).split("/", -1)) {
      if (form.length() > 0) {
        form.append('/');
      }
      form.append("0".repeat(16 - section.length())).append(section);
    }
    return Optional.of(form.toString());
  }

  /** The shortest text of which this is the comparable form. */
  public static String shortest(String comparable) {
    return LEADING_ZEROS.matcher(comparable).replaceAll("");
  }
}
