package dev.penstock.local.sql;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.RangeText;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Functions of RANGEs in their stored text, whose bounds sort as texts. */
final class RangeFunctions {
  private RangeFunctions() {}

  /** RANGE of two bounds in stored text. */
  static String make(String start, String end) {
    return RangeText.parse("[" + start + ", " + end + ")").checked().toString();
  }

  /** A bound of a text that CAST makes a RANGE of; UNBOUNDED where there is none. */
  static String bound(String text, String which) {
    return shown(
        which.equals("start") ? RangeText.parse(text).start() : RangeText.parse(text).end());
  }

  private static String shown(@Nullable String bound) {
    return bound == null ? RangeText.UNBOUNDED : bound;
  }

  static @Nullable String start(String range) {
    return RangeText.parse(range).start();
  }

  static @Nullable String end(String range) {
    return RangeText.parse(range).end();
  }

  /** Whether a value is in a range. */
  static boolean has(String range, String value) {
    RangeText outer = RangeText.parse(range);
    return starts(outer.start(), value)
        && (outer.end() == null || value.compareTo(outer.end()) < 0);
  }

  /** Whether a range that begins at a bound has begun at a value. */
  private static boolean starts(@Nullable String start, String value) {
    return start == null || start.compareTo(value) <= 0;
  }

  /** Whether the first range holds the second. */
  static boolean contains(String range, String other) {
    RangeText outer = RangeText.parse(range);
    RangeText inner = RangeText.parse(other);
    boolean begins =
        outer.start() == null || (inner.start() != null && starts(outer.start(), inner.start()));
    return begins
        && (outer.end() == null
            || (inner.end() != null && inner.end().compareTo(outer.end()) <= 0));
  }

  /** Whether two ranges have a value in common. */
  static boolean overlaps(String range, String other) {
    RangeText a = RangeText.parse(range);
    RangeText b = RangeText.parse(other);
    return before(a.start(), b.end()) && before(b.start(), a.end());
  }

  private static boolean before(@Nullable String start, @Nullable String end) {
    return start == null || end == null || start.compareTo(end) < 0;
  }

  /** What two ranges have in common. */
  static String intersect(String range, String other) {
    if (!overlaps(range, other)) {
      throw new IllegalArgumentException(
          "Provided RANGE inputs: " + range + " and " + other + " do not overlap");
    }
    RangeText a = RangeText.parse(range);
    RangeText b = RangeText.parse(other);
    boolean later = a.start() == null || (b.start() != null && starts(a.start(), b.start()));
    boolean sooner = b.end() == null || (a.end() != null && a.end().compareTo(b.end()) <= 0);
    return new RangeText(later ? b.start() : a.start(), sooner ? a.end() : b.end()).toString();
  }

  /**
   * GENERATE_RANGE_ARRAY as a JSON array of texts.
   *
   * @param arguments the type of the elements, the range, the step as an INTERVAL's text, and
   *     whether a last range that is shorter than the step is kept
   */
  static String split(String[] arguments) {
    FieldType element = FieldType.valueOf(arguments[0]);
    RangeText range = RangeText.parse(arguments[1]);
    Object start = RangeText.value(range.start(), element);
    Object end = RangeText.value(range.end(), element);
    if (start == null || end == null) {
      throw new IllegalArgumentException(
          "GENERATE_RANGE_ARRAY needs a range with a start and an end: " + range);
    }
    Step step = Step.of(arguments[2], element);
    boolean partial = Boolean.parseBoolean(arguments[3]);
    ArrayNode ranges = JsonNodeFactory.instance.arrayNode();
    String last = range.end();
    RangeText part = new RangeText(null, range.start());
    for (long i = 1; part.end() != null && part.end().compareTo(shown(last)) < 0; i++) {
      String next = RangeText.of(null, step.after(start, i)).end();
      boolean cut = next == null || next.compareTo(shown(last)) > 0;
      part = new RangeText(part.end(), cut ? last : next);
      if (!cut || partial) {
        ranges.add(part.toString());
      }
    }
    return ranges.toString();
  }

  /** The distance of two ranges of an array. */
  private record Step(long months, long days, long micros) {
    static Step of(String interval, FieldType element) {
      Step step =
          new Step(
              IntervalTexts.part(interval, "MONTHS"),
              IntervalTexts.part(interval, "DAYS"),
              IntervalTexts.part(interval, "MICROS"));
      boolean fits =
          element == FieldType.DATE
              ? step.micros == 0
              : element == FieldType.DATETIME || step.months == 0;
      int signs = Long.signum(step.months) + Long.signum(step.days) + Long.signum(step.micros);
      boolean positive = step.months >= 0 && step.days >= 0 && step.micros >= 0 && signs > 0;
      boolean oneKind = step.months == 0 || (step.days == 0 && step.micros == 0);
      if (!fits || !positive || !oneKind) {
        throw new IllegalArgumentException(
            "GENERATE_RANGE_ARRAY cannot step RANGE<" + element + "> by INTERVAL " + interval);
      }
      return step;
    }

    Object after(Object start, long times) {
      if (start instanceof LocalDate date) {
        return date.plusMonths(months * times).plusDays(days * times);
      }
      if (start instanceof Instant instant) {
        return instant.plus(days * times, ChronoUnit.DAYS).plus(micros * times, ChronoUnit.MICROS);
      }
      return ((LocalDateTime) start)
          .plusMonths(months * times)
          .plusDays(days * times)
          .plus(micros * times, ChronoUnit.MICROS);
    }
  }
}
