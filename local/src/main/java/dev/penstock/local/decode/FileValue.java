package dev.penstock.local.decode;

import com.fasterxml.jackson.core.JsonParser;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.RangeText;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes the values of a column, or of an element of a REPEATED one, out of what a file holds, and
 * refuses what does not fit its type and parameters (LD-052, LD-053). Immutable.
 */
public final class FileValue {
  private static final long MICROS_OF_DAY = 86_400_000_000L;
  private static final Pattern EPOCH =
      Pattern.compile("\\s*[+-]?\\d{1,12}(?:\\.\\d+)?(?:[eE][+-]?\\d{1,2})?\\s*");
  private static final Pattern SLASHED = Pattern.compile("\\s*(\\d{4})/(\\d{1,2})/(\\d{1,2})(.*)");

  private final Field field;
  private final Decimals decimals;
  private final Temporals temporals;

  /** The values of a column. */
  public FileValue(Field field) {
    this.field = field;
    this.decimals = new Decimals(field);
    this.temporals = new Temporals(field);
  }

  /** Of a string, for STRING, JSON and GEOGRAPHY (LD-010). */
  public Object ofString(String text) throws RowFaultException {
    return switch (field.type()) {
      case JSON -> Conversions.json(field, text);
      case GEOGRAPHY -> Conversions.geography(field, text);
      default -> Conversions.checkLength(field, text);
    };
  }

  /** Of bytes. */
  public Object ofBytes(byte[] bytes) throws RowFaultException {
    return Conversions.checkLength(field, bytes);
  }

  /** Of a decimal, for NUMERIC and BIGNUMERIC, and for STRING as plain digits. */
  public Object ofDecimal(BigDecimal value) throws RowFaultException {
    return field.type() == FieldType.STRING
        ? Conversions.checkLength(field, value.toPlainString())
        : decimals.fit(value);
  }

  /** Of days since 1970. */
  public Object ofDays(long days) throws RowFaultException {
    return temporals.dateOfDays(days);
  }

  /** Of microseconds since midnight. */
  public Object ofMicrosOfDay(long micros) throws RowFaultException {
    if (micros < 0 || micros >= MICROS_OF_DAY) {
      throw new RowFaultException("Invalid TIME value on field " + field.name() + ".");
    }
    return LocalTime.ofNanoOfDay(micros * 1000);
  }

  /** Of microseconds since 1970 on a calendar without zone. */
  public Object ofLocalMicros(long micros) throws RowFaultException {
    var unused = temporals.timestampOfMicros(micros);
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L),
        (int) Math.floorMod(micros, 1_000_000L) * 1000,
        ZoneOffset.UTC);
  }

  /** Of microseconds since 1970. */
  public Object ofMicros(long micros) throws RowFaultException {
    return temporals.timestampOfMicros(micros);
  }

  /** Of the text of a JSON value or a CSV cell (LD-032 to LD-034, LD-041). */
  public Object ofText(String text) throws RowFaultException {
    try {
      return switch (field.type()) {
        case BOOL -> bool(text.strip().toLowerCase(Locale.ROOT));
        case INT64 -> Long.valueOf(text.strip());
        case TIMESTAMP -> EPOCH.matcher(text).matches() ? seconds(text) : parsed(slashless(text));
        case INTERVAL ->
            IntervalText.ofDuration(text)
                .or(() -> IntervalText.canonical(text))
                .orElseThrow(this::unreadable);
        case STRING, JSON, GEOGRAPHY -> ofString(text);
        case BYTES -> ofBytes(Base64.getDecoder().decode(text.strip()));
        case DATE, DATETIME, TIME, FLOAT64, NUMERIC, BIGNUMERIC -> parsed(text);
        case RANGE -> range(RangeText.parse(text.strip()));
        case STRUCT -> throw unreadable();
      };
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw unreadable();
    }
  }

  /** Of any JSON value, for a JSON column; the parser is left at the value's end (LD-037). */
  public Object ofJson(JsonParser in) throws IOException {
    return JsonText.value(in);
  }

  private Object range(RangeText given) throws RowFaultException {
    FileValue bound = new FileValue(field.fields().get(0));
    return ofBounds(
        Arrays.asList(
            given.start() == null ? null : bound.ofText(given.start()),
            given.end() == null ? null : bound.ofText(given.end())));
  }

  /** Of a start and an end, for RANGE; null where there is none (WA-144, WA-145). */
  public Object ofBounds(List<?> bounds) throws RowFaultException {
    try {
      return RangeText.of(bounds.get(0), bounds.get(1)).toString();
    } catch (IllegalArgumentException e) {
      throw new RowFaultException(
          "Invalid RANGE value on field " + field.name() + ": " + e.getMessage());
    }
  }

  private Object parsed(String text) throws RowFaultException {
    return switch (field.type()) {
      case FLOAT64 -> ScalarText.floating(text.strip());
      case NUMERIC, BIGNUMERIC -> decimals.ofText(text);
      case DATE -> temporals.dateOfText(text);
      case TIME -> temporals.timeOfText(text);
      case DATETIME -> temporals.datetimeOfText(text);
      default -> temporals.timestampOfText(text);
    };
  }

  private Object seconds(String text) throws RowFaultException {
    return ofMicros(
        new BigDecimal(text.strip())
            .movePointRight(6)
            .setScale(0, RoundingMode.FLOOR)
            .longValueExact());
  }

  /** Dates may be written {@code 2026/01/31} (LD-034). */
  private static String slashless(String text) {
    Matcher date = SLASHED.matcher(text);
    return date.matches()
        ? date.group(1) + "-" + date.group(2) + "-" + date.group(3) + date.group(4)
        : text;
  }

  private Boolean bool(String text) throws RowFaultException {
    return switch (text) {
      case "true", "t", "yes", "y", "1" -> true;
      case "false", "f", "no", "n", "0" -> false;
      default -> throw unreadable();
    };
  }

  private RowFaultException unreadable() {
    return new RowFaultException("Invalid " + field.type() + " value on field " + field.name());
  }
}
