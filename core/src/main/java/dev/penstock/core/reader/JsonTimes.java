package dev.penstock.core.reader;

import dev.penstock.core.encode.IsoText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Dates and times as documents tell them, in the forms that Google's own JSON writer takes
 * (WA-152). Whatever is none throws {@link NumberFormatException} or {@link DateTimeException}.
 */
final class JsonTimes {
  private static final int NANOS_PER_MICRO = 1000;
  private static final long MICROS_PER_SECOND = TimeUnit.SECONDS.toMicros(1);

  /**
   * Lenient: parts of a time may have one digit, and date and time may stand apart in three ways.
   */
  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .parseLenient()
          .append(DateTimeFormatter.ofPattern("yyyy[/][-]MM[/][-]dd", Locale.ENGLISH))
          .appendOptional(literal('T'))
          .appendOptional(literal(' '))
          .appendValue(ChronoField.HOUR_OF_DAY, 2)
          .appendLiteral(':')
          .appendValue(ChronoField.MINUTE_OF_HOUR, 2)
          .optionalStart()
          .appendLiteral(':')
          .appendValue(ChronoField.SECOND_OF_MINUTE, 2)
          .optionalEnd()
          .optionalStart()
          .appendValue(ChronoField.MILLI_OF_SECOND, 3)
          .optionalEnd()
          .optionalStart()
          .appendFraction(ChronoField.MICRO_OF_SECOND, 3, 6, true)
          .optionalEnd()
          .optionalStart()
          .appendFraction(ChronoField.NANO_OF_SECOND, 6, 9, true)
          .optionalEnd()
          .appendOptional(literal(' '))
          .optionalStart()
          .appendZoneOrOffsetId()
          .optionalEnd()
          .optionalStart()
          .appendZoneText(TextStyle.SHORT)
          .optionalEnd()
          .toFormatter(Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private static final DateTimeFormatter DATETIME =
      new DateTimeFormatterBuilder()
          .parseLenient()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .optionalStart()
          .parseCaseInsensitive()
          .appendLiteral('T')
          .optionalEnd()
          .appendOptional(literal(' '))
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .optionalEnd()
          .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
          .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
          .parseDefaulting(ChronoField.SECOND_OF_MINUTE, 0)
          .toFormatter(Locale.ENGLISH);

  private JsonTimes() {}

  private static DateTimeFormatter literal(char c) {
    return new DateTimeFormatterBuilder().appendLiteral(c).toFormatter(Locale.ENGLISH);
  }

  /** Days since 1970. */
  static long date(JsonTape tape, int value) {
    return switch (tape.kind(value)) {
      case INTEGER -> tape.number(value);
      case STRING -> date(tape.text(value));
      case NULL, TRUE, FALSE, LARGE_INTEGER, DECIMAL, OBJECT, ARRAY, RAW ->
          throw JsonNumbers.none();
    };
  }

  /** Microseconds since midnight. A number is the packed form of the service (WA-130). */
  static long time(JsonTape tape, int value) {
    return switch (tape.kind(value)) {
      case INTEGER -> micros(PackedTimes.time(tape.number(value)));
      case STRING -> time(tape.text(value));
      case NULL, TRUE, FALSE, LARGE_INTEGER, DECIMAL, OBJECT, ARRAY, RAW ->
          throw JsonNumbers.none();
    };
  }

  /** Microseconds since 1970. A number is the packed form of the service (WA-131). */
  static long datetime(JsonTape tape, int value) {
    return switch (tape.kind(value)) {
      case INTEGER -> micros(PackedTimes.datetime(tape.number(value)));
      case STRING -> datetime(tape.text(value));
      case NULL, TRUE, FALSE, LARGE_INTEGER, DECIMAL, OBJECT, ARRAY, RAW ->
          throw JsonNumbers.none();
    };
  }

  /** Microseconds since 1970; a number, also as text, tells them without more ado. */
  static long timestamp(JsonTape tape, int value) {
    return switch (tape.kind(value)) {
      case INTEGER -> tape.number(value);
      case DECIMAL -> JsonNumbers.truncated(tape.text(value));
      case STRING -> timestamp(tape.text(value));
      case NULL, TRUE, FALSE, LARGE_INTEGER, OBJECT, ARRAY, RAW -> throw JsonNumbers.none();
    };
  }

  // The forms that most documents have are read without the cost of a formatter.

  private static long date(String text) {
    long days = new IsoText().dateDays(text);
    return days == IsoText.INVALID ? LocalDate.parse(text).toEpochDay() : days;
  }

  private static long time(String text) {
    IsoText iso = new IsoText();
    long micros = iso.timeOfDayMicros(text);
    return micros == IsoText.INVALID || !iso.isExact() ? micros(LocalTime.parse(text)) : micros;
  }

  private static long datetime(String text) {
    IsoText iso = new IsoText();
    long micros = iso.datetimeMicros(text);
    return micros == IsoText.INVALID || !iso.isExact()
        ? micros(LocalDateTime.parse(text, DATETIME))
        : micros;
  }

  private static long timestamp(String text) {
    if (!text.isEmpty() && isNumberLike(text)) {
      double micros = JsonNumbers.parseDouble(text);
      if (Double.isNaN(micros)) {
        throw JsonNumbers.none();
      }
      return (long) micros;
    }
    long micros = text.endsWith("Z") ? new IsoText().instantMicros(text) : IsoText.INVALID;
    if (micros != IsoText.INVALID) {
      return micros;
    }
    TemporalAccessor parsed = TIMESTAMP.parse(text);
    return Math.addExact(
        Math.multiplyExact(parsed.getLong(ChronoField.INSTANT_SECONDS), MICROS_PER_SECOND),
        parsed.getLong(ChronoField.MICRO_OF_SECOND));
  }

  /** Every timestamp has a colon, and no number has. */
  private static boolean isNumberLike(String text) {
    return text.indexOf(':') < 0;
  }

  private static long micros(LocalTime time) {
    return wholeMicros(time.toNanoOfDay());
  }

  private static long micros(LocalDateTime calendar) {
    Instant instant = calendar.toInstant(ZoneOffset.UTC);
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), MICROS_PER_SECOND),
        wholeMicros(instant.getNano()));
  }

  private static long wholeMicros(long nanos) {
    if (nanos % NANOS_PER_MICRO != 0) {
      throw new DateTimeException("finer than a microsecond");
    }
    return nanos / NANOS_PER_MICRO;
  }
}
