package dev.penstock.local.catalog;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * A RANGE in the text that it is stored as, CAST's own: {@code [2020-01-01, UNBOUNDED)}. Texts of
 * bounds of one type sort as their values do. Immutable.
 *
 * @param start the text of the first element; null for none
 * @param end the text of the first element that is not in it; null for none
 */
public record RangeText(@Nullable String start, @Nullable String end) {
  /** Stands for a bound that is not there. */
  public static final String UNBOUNDED = "UNBOUNDED";

  private static final String SEPARATOR = ", ";

  /**
   * The range between values: LocalDate, LocalDateTime or Instant, or null.
   *
   * @throws IllegalArgumentException if it has no elements
   */
  public static RangeText of(@Nullable Object start, @Nullable Object end) {
    return new RangeText(text(start), text(end)).checked();
  }

  /**
   * The same range of bounds in stored text.
   *
   * @throws IllegalArgumentException if it has no elements
   */
  public RangeText checked() {
    if (start != null && end != null && start.compareTo(end) >= 0) {
      throw new IllegalArgumentException("Range start element must be smaller than range end");
    }
    return this;
  }

  /** Reads the bounds of a text, which may be spelled in any way that their type takes. */
  public static RangeText parse(String text) {
    if (!text.startsWith("[") || !text.endsWith(")") || !text.contains(SEPARATOR)) {
      throw new IllegalArgumentException(
          "Invalid RANGE value: '" + text + "' (expected: [start, end))");
    }
    int comma = text.indexOf(SEPARATOR);
    String end = text.substring(comma + SEPARATOR.length(), text.length() - 1);
    return new RangeText(bound(text.substring(1, comma)), bound(end));
  }

  /** A bound that is UNBOUNDED or NULL is none (LD-034). */
  private static @Nullable String bound(String text) {
    String word = text.strip();
    return word.equalsIgnoreCase(UNBOUNDED) || word.equalsIgnoreCase("NULL") ? null : word;
  }

  /** A bound of a stored range as a value of its type: LocalDate, LocalDateTime or Instant. */
  public static @Nullable Object value(@Nullable String bound, FieldType element) {
    if (bound == null) {
      return null;
    }
    String iso = bound.replace(' ', 'T');
    if (element == FieldType.DATE) {
      return LocalDate.parse(iso);
    }
    return element == FieldType.DATETIME
        ? LocalDateTime.parse(iso)
        : Instant.parse(iso.replace("+00", "Z"));
  }

  private static @Nullable String text(@Nullable Object value) {
    if (value == null || value instanceof LocalDate) {
      return value == null ? null : value.toString();
    }
    if (value instanceof Instant instant) {
      return text(LocalDateTime.ofInstant(instant, ZoneOffset.UTC)) + "+00";
    }
    LocalDateTime datetime = (LocalDateTime) value;
    LocalTime time = datetime.toLocalTime();
    // LocalTime prints no, 3 or 6 digits of a fraction as needed, but may leave out the seconds.
    boolean withoutSeconds = time.toString().length() == 5;
    return datetime.toLocalDate() + " " + time + (withoutSeconds ? ":00" : "");
  }

  /** The stored text. */
  @Override
  public String toString() {
    return "["
        + (start == null ? UNBOUNDED : start)
        + SEPARATOR
        + (end == null ? UNBOUNDED : end)
        + ")";
  }
}
