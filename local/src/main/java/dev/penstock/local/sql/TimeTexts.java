package dev.penstock.local.sql;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes dates and times as CAST to and from STRING does. All are microseconds since 1970
 * (TIME: since midnight), DATE days.
 */
final class TimeTexts {
  static final long MICROS_PER_SECOND = 1_000_000;

  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

  private static final String DATE = "(\\d{1,4})-(\\d{1,2})-(\\d{1,2})";
  private static final String TIME = "(\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\.(\\d{0,6}))?";
  private static final Pattern DATE_TEXT = Pattern.compile(DATE);
  private static final Pattern TIME_TEXT = Pattern.compile(TIME);
  private static final Pattern DATETIME_TEXT = Pattern.compile(DATE + "(?:[ Tt]" + TIME + ")?");
  private static final Pattern TIMESTAMP_TEXT =
      Pattern.compile(
          DATE + "(?:[ Tt]" + TIME + ")?(?: ?([zZ]|[+-]\\d{1,2}(?::\\d{2})?)| (\\S+))?");
  private static final Pattern OFFSET = Pattern.compile("([+-])(\\d{1,2})(?::?(\\d{2}))?");

  private TimeTexts() {}

  static long parseDate(String text) {
    Matcher matcher = DATE_TEXT.matcher(text);
    LocalDate date = matcher.matches() ? date(matcher) : null;
    if (date == null) {
      throw new IllegalArgumentException("Invalid date: '" + text + "'");
    }
    return date.toEpochDay();
  }

  static long parseTime(String text) {
    Matcher matcher = TIME_TEXT.matcher(text);
    LocalTime time = matcher.matches() ? time(matcher, 1) : null;
    if (time == null) {
      throw new IllegalArgumentException("Invalid time string \"" + text + "\"");
    }
    return time.getLong(ChronoField.MICRO_OF_DAY);
  }

  static long parseDatetime(String text) {
    Matcher matcher = DATETIME_TEXT.matcher(text);
    LocalDateTime value = matcher.matches() ? datetime(matcher) : null;
    if (value == null) {
      throw new IllegalArgumentException("Invalid datetime string \"" + text + "\"");
    }
    return micros(value);
  }

  /** Reads a TIMESTAMP; a text without a zone is in the given one. */
  static long parseTimestamp(String text, String defaultZone) {
    Matcher matcher = TIMESTAMP_TEXT.matcher(text);
    LocalDateTime value = matcher.matches() ? datetime(matcher) : null;
    if (value == null) {
      throw new IllegalArgumentException("Invalid timestamp: '" + text + "'");
    }
    String offset = matcher.group(8);
    String name = offset == null ? matcher.group(9) : offset;
    return micros(value, name == null ? defaultZone : name);
  }

  static String timeText(long micros) {
    return fraction(LocalTime.ofNanoOfDay(micros * 1_000));
  }

  static String datetimeText(long micros) {
    LocalDateTime value = local(micros, ZoneOffset.UTC);
    return value.toLocalDate() + " " + fraction(value.toLocalTime());
  }

  static String timestampText(long micros, String zone) {
    ZoneOffset offset = zone(zone).getRules().getOffset(instant(micros));
    LocalDateTime value = local(micros, offset);
    String id = offset.equals(ZoneOffset.UTC) ? "+00" : offset.getId();
    return value.toLocalDate()
        + " "
        + fraction(value.toLocalTime())
        + (id.endsWith(":00") ? id.substring(0, 3) : id);
  }

  /** The time zone of a name or an offset such as {@code +05:30}. */
  static ZoneId zone(String name) {
    Matcher matcher = OFFSET.matcher(name);
    try {
      if (matcher.matches()) {
        int minutes = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
        int sign = matcher.group(1).equals("-") ? -1 : 1;
        return ZoneOffset.ofHoursMinutes(sign * Integer.parseInt(matcher.group(2)), sign * minutes);
      }
      return name.toLowerCase(Locale.ROOT).equals("z") ? ZoneOffset.UTC : ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("Invalid time zone: " + name, e);
    }
  }

  /** Microseconds since 1970 of a local time in a zone. */
  static long micros(LocalDateTime value, String zone) {
    Instant instant = value.atZone(zone(zone)).toInstant();
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), MICROS_PER_SECOND), instant.getNano() / 1_000);
  }

  static long micros(LocalDateTime value) {
    return ChronoUnit.MICROS.between(EPOCH, value);
  }

  static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, MICROS_PER_SECOND), Math.floorMod(micros, MICROS_PER_SECOND) * 1_000);
  }

  static LocalDateTime local(long micros, ZoneOffset offset) {
    return LocalDateTime.ofInstant(instant(micros), offset);
  }

  private static String fraction(LocalTime time) {
    // LocalTime prints no, 3 or 6 digits of a fraction as needed, but may leave out the seconds.
    return time.toString().length() == 5 ? time + ":00" : time.toString();
  }

  private static @Nullable LocalDate date(Matcher matcher) {
    try {
      LocalDate date =
          LocalDate.of(
              Integer.parseInt(matcher.group(1)),
              Integer.parseInt(matcher.group(2)),
              Integer.parseInt(matcher.group(3)));
      return date.getYear() == 0 ? null : date;
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static @Nullable LocalTime time(Matcher matcher, int first) {
    try {
      String fraction = matcher.group(first + 3);
      String micros = ((fraction == null ? "" : fraction) + "000000").substring(0, 6);
      return LocalTime.of(
          Integer.parseInt(matcher.group(first)),
          Integer.parseInt(matcher.group(first + 1)),
          Integer.parseInt(matcher.group(first + 2)),
          Integer.parseInt(micros) * 1_000);
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static @Nullable LocalDateTime datetime(Matcher matcher) {
    LocalDate date = date(matcher);
    LocalTime time = matcher.group(4) == null ? LocalTime.MIDNIGHT : time(matcher, 4);
    return date == null || time == null ? null : LocalDateTime.of(date, time);
  }
}
