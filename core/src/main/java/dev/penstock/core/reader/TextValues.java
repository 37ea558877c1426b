package dev.penstock.core.reader;

import dev.penstock.core.encode.IsoText;
import dev.penstock.core.model.ColumnType;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Values as text tells them: numbers exactly as written, dates and times in ISO-8601, bytes in
 * base64. Nothing is guessed, cut off or rounded, and no locale counts. Whatever is none throws
 * {@link NumberFormatException}. One owner thread.
 */
final class TextValues {
  private static final long MICROS_PER_DAY = TimeUnit.DAYS.toMicros(1);

  private static final Map<String, Boolean> BOOLEANS =
      Map.ofEntries(
          Map.entry("true", true),
          Map.entry("True", true),
          Map.entry("TRUE", true),
          Map.entry("t", true),
          Map.entry("1", true),
          Map.entry("false", false),
          Map.entry("False", false),
          Map.entry("FALSE", false),
          Map.entry("f", false),
          Map.entry("0", false));

  private static final Map<String, Double> NOT_FINITE =
      Map.ofEntries(
          Map.entry("NaN", Double.NaN),
          Map.entry("nan", Double.NaN),
          Map.entry("Infinity", Double.POSITIVE_INFINITY),
          Map.entry("inf", Double.POSITIVE_INFINITY),
          Map.entry("-Infinity", Double.NEGATIVE_INFINITY),
          Map.entry("-inf", Double.NEGATIVE_INFINITY));

  private static final Map<ColumnType, String> WANTED =
      Map.ofEntries(
          Map.entry(ColumnType.BOOL, "true or false"),
          Map.entry(ColumnType.INT64, "a whole number of 64 bits"),
          Map.entry(ColumnType.FLOAT64, "a number within 1.7E308, NaN, Infinity or -Infinity"),
          Map.entry(ColumnType.NUMERIC, "a decimal number"),
          Map.entry(ColumnType.BIGNUMERIC, "a decimal number"),
          Map.entry(ColumnType.STRING, "a text, a number or a boolean"),
          Map.entry(ColumnType.JSON, "JSON"),
          Map.entry(ColumnType.GEOGRAPHY, "a text"),
          Map.entry(ColumnType.INTERVAL, "a text"),
          Map.entry(ColumnType.BYTES, "base64"),
          Map.entry(ColumnType.DATE, "yyyy-mm-dd"),
          Map.entry(ColumnType.TIME, "hh:mm:ss with up to 6 fraction digits"),
          Map.entry(ColumnType.DATETIME, "yyyy-mm-dd hh:mm:ss with up to 6 fraction digits"),
          Map.entry(
              ColumnType.TIMESTAMP,
              "yyyy-mm-dd hh:mm:ss with up to 6 fraction digits and Z, UTC or an offset"),
          Map.entry(ColumnType.RANGE, "[start, end), each a value or UNBOUNDED"),
          Map.entry(ColumnType.STRUCT, "an object"));

  private final NumberText numbers = new NumberText();
  private final IsoText times = new IsoText();

  boolean bool(CharSequence text) {
    Boolean value = text.length() > 5 ? null : BOOLEANS.get(text.toString());
    if (value == null) {
      throw none();
    }
    return value;
  }

  /** The value of a column whose kind is read as a long. */
  long number(ColumnType type, CharSequence text) {
    return switch (type) {
      case INT64 -> int64(text);
      case DATE -> checked(times.dateDays(text));
      case TIME -> checked(times.timeOfDayMicros(text));
      case DATETIME -> datetime(text);
      case TIMESTAMP -> checked(times.zonedMicros(text));
      case BOOL,
          FLOAT64,
          NUMERIC,
          BIGNUMERIC,
          STRING,
          BYTES,
          JSON,
          GEOGRAPHY,
          INTERVAL,
          RANGE,
          STRUCT ->
          throw new AssertionError(type);
    };
  }

  private long int64(CharSequence text) {
    if (numbers.scan(text) != NumberText.Form.INTEGER || !numbers.fitsLong()) {
      throw none();
    }
    return numbers.longValue();
  }

  double float64(CharSequence text) {
    if (numbers.scan(text) != NumberText.Form.NONE) {
      double value = numbers.doubleValue();
      if (Double.isInfinite(value)) {
        throw none();
      }
      return value;
    }
    Double special = text.length() > 9 ? null : NOT_FINITE.get(text.toString());
    if (special == null) {
      throw none();
    }
    return special;
  }

  BigDecimal decimal(CharSequence text) {
    BigDecimal value = numbers.scan(text) == NumberText.Form.NONE ? null : numbers.decimalValue();
    if (value == null) {
      throw none();
    }
    return value;
  }

  /** A date alone is its midnight, as in SQL. */
  private long datetime(CharSequence text) {
    if (text.length() == "yyyy-mm-dd".length()) {
      return checked(times.dateDays(text)) * MICROS_PER_DAY;
    }
    return checked(times.datetimeMicros(text));
  }

  private long checked(long value) {
    if (value == IsoText.INVALID || !times.isExact()) {
      throw none();
    }
    return value;
  }

  static byte[] bytes(CharSequence text) {
    try {
      return Base64.getDecoder().decode(text.toString());
    } catch (IllegalArgumentException e) {
      throw none();
    }
  }

  /** What a column of a type takes, for messages. */
  static String wanted(ColumnType type) {
    return Objects.requireNonNull(WANTED.get(type));
  }

  private static NumberFormatException none() {
    return JsonNumbers.none();
  }
}
