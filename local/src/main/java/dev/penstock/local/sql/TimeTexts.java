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
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  private static final String DATE = "(\\d{4})-(\\d{1,2})-(\\d{1,2})";
  private static final String TIME = "(\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\.(\\d{1,6}))?";
  private static final String OFFSET = "[+-]\\d{1,2}(?::?\\d{1,2})?";
  private static final Pattern DATE_TEXT = Pattern.compile(DATE);
  private static final Pattern TIME_TEXT = Pattern.compile(TIME);
  private static final Pattern DATETIME_TEXT = Pattern.compile(DATE + "(?:[ Tt]" + TIME + ")?");
  private static final Pattern TIMESTAMP_TEXT =
      Pattern.compile(
          DATE
              + "(?:[ Tt]"
              + TIME
              + "(?:([zZ])|(?<offset>OFFSET)| (?<name>[A-Za-z]\\S+))?| (?<dateOffset>OFFSET))?"
                  .replace("OFFSET", OFFSET));
  private static final Pattern OFFSET_TEXT = Pattern.compile("([+-])(\\d{1,2})(?::?(\\d{1,2}))?");
  private static final List<String> ZONE_FORMS = List.of("offset", "name", "dateOffset");
  private static final int MAX_OFFSET_MINUTES = 14 * 60;

  /** Zones of the time zone database that Java does not list. */
  private static final Map<String, String> ABBREVIATIONS =
      Map.of("EST", "-05:00", "MST", "-07:00", "HST", "-10:00");

  private static final Set<String> ZONES = ZoneId.getAvailableZoneIds();

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
    LocalDateTime time = matcher.matches() ? time(LocalDate.EPOCH, matcher, 1, false) : null;
    if (time == null) {
      throw new IllegalArgumentException("Invalid time string \"" + text + "\"");
    }
    return time.getLong(ChronoField.MICRO_OF_DAY);
  }

  static long parseDatetime(String text) {
    Matcher matcher = DATETIME_TEXT.matcher(text);
    LocalDateTime value = matcher.matches() ? datetime(matcher, false) : null;
    if (value == null) {
      throw new IllegalArgumentException("Invalid datetime string \"" + text + "\"");
    }
    return TemporalRange.micros(micros(value));
  }

  /** Reads a TIMESTAMP; a text without a zone is in the given one. */
  static long parseTimestamp(String text, String defaultZone) {
    Matcher matcher = TIMESTAMP_TEXT.matcher(text);
    LocalDateTime value = matcher.matches() ? datetime(matcher, true) : null;
    if (value == null) {
      throw new IllegalArgumentException("Invalid timestamp: '" + text + "'");
    }
    String zone = matcher.group(8);
    for (String form : ZONE_FORMS) {
      zone = zone == null ? matcher.group(form) : zone;
    }
    return TemporalRange.micros(micros(value, zone == null ? defaultZone : zone));
  }

  /** Reads a TIMESTAMP without a zone in the given one. */
  static long parseLocal(String text, String zone) {
    Matcher matcher = TIMESTAMP_TEXT.matcher(text);
    boolean zoned =
        matcher.matches()
            && (matcher.group(8) != null
                || ZONE_FORMS.stream().anyMatch(form -> matcher.group(form) != null));
    if (zoned) {
      throw new IllegalArgumentException("Timezone is not allowed in \"" + text + "\"");
    }
    return parseTimestamp(text, zone);
  }

  /** The local time of an instant in a zone. */
  static long atZone(long micros, String zone) {
    return TemporalRange.micros(shiftZone(micros, zone));
  }

  /** The local time of an instant in a zone, which may be in the year 0 or 10000. */
  static long shiftZone(long micros, String zone) {
    return micros(local(micros, zone(zone).getRules().getOffset(instant(micros))));
  }

  static String timeText(long micros) {
    return fraction(LocalTime.ofNanoOfDay(micros * 1_000));
  }

  static String datetimeText(long micros) {
    LocalDateTime value = local(micros, ZoneOffset.UTC);
    return value.toLocalDate() + " " + fraction(value.toLocalTime());
  }

  static String timestampText(long micros, String zone) {
    ZoneOffset offset = shownOffset(micros, zone);
    LocalDateTime value = local(micros, offset);
    String id = offset.equals(ZoneOffset.UTC) ? "+00" : offset.getId();
    return value.toLocalDate().toString().replace("+", "")
        + " "
        + fraction(value.toLocalTime())
        + (id.endsWith(":00") ? id.substring(0, 3) : id);
  }

  /** The offset of a zone at an instant as texts show it: without seconds. */
  static ZoneOffset shownOffset(long micros, String zone) {
    int seconds = zone(zone).getRules().getOffset(instant(micros)).getTotalSeconds();
    return ZoneOffset.ofTotalSeconds(seconds / 60 * 60);
  }

  /** The time zone of a name or an offset such as {@code +05:30}. */
  static ZoneId zone(String name) {
    Matcher matcher = OFFSET_TEXT.matcher(name);
    if (matcher.matches()) {
      int minutes = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
      int total = 60 * Integer.parseInt(matcher.group(2)) + minutes;
      if (minutes < 60 && total <= MAX_OFFSET_MINUTES) {
        return ZoneOffset.ofTotalSeconds((matcher.group(1).equals("-") ? -60 : 60) * total);
      }
    } else if (name.equalsIgnoreCase("z")) {
      return ZoneOffset.UTC;
    } else if (ZONES.contains(name) || ABBREVIATIONS.containsKey(name)) {
      return ZoneId.of(name, ABBREVIATIONS);
    }
    throw new IllegalArgumentException("Invalid time zone: " + name);
  }

  /** A local time in a zone, the earlier of two where clocks were set back. */
  static long localMicros(long micros, String zone) {
    return micros(local(micros, ZoneOffset.UTC), zone);
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

  /**
   * A time of day; second 60 begins the next minute.
   *
   * @param leapFraction whether a fraction of second 60 counts
   */
  private static @Nullable LocalDateTime time(
      LocalDate date, Matcher matcher, int first, boolean leapFraction) {
    int hour = Integer.parseInt(matcher.group(first));
    int minute = Integer.parseInt(matcher.group(first + 1));
    int second = Integer.parseInt(matcher.group(first + 2));
    if (hour > 23 || minute > 59 || second > 60) {
      return null;
    }
    String fraction = second < 60 || leapFraction ? matcher.group(first + 3) : null;
    String micros = ((fraction == null ? "" : fraction) + "000000").substring(0, 6);
    return date.atTime(hour, minute)
        .plusSeconds(second)
        .plusNanos(Integer.parseInt(micros) * 1_000L);
  }

  private static @Nullable LocalDateTime datetime(Matcher matcher, boolean leapFraction) {
    LocalDate date = date(matcher);
    if (date == null) {
      return null;
    }
    return matcher.group(4) == null ? date.atStartOfDay() : time(date, matcher, 4, leapFraction);
  }
}
