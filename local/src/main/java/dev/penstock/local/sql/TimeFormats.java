package dev.penstock.local.sql;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes dates and times with the format elements of FORMAT_TIMESTAMP and its sisters. */
final class TimeFormats {
  private static final Map<String, Function<ZonedDateTime, String>> ELEMENTS = elements();
  private static final Map<String, String> SHORTHANDS =
      Map.ofEntries(
          Map.entry("c", "%a %b %e %T %Y"),
          Map.entry("D", "%m/%d/%y"),
          Map.entry("x", "%m/%d/%y"),
          Map.entry("F", "%Y-%m-%d"),
          Map.entry("R", "%H:%M"),
          Map.entry("r", "%I:%M:%S %p"),
          Map.entry("T", "%H:%M:%S"),
          Map.entry("X", "%H:%M:%S"),
          Map.entry("h", "%b"),
          Map.entry("EY", "%Y"));

  private static final Set<String> TIME_ELEMENTS =
      Set.of(
          "H", "I", "k", "l", "M", "p", "P", "R", "S", "T", "X", "r", "E*S", "E0S", "E1S", "E2S",
          "E3S", "E4S", "E5S", "E6S");
  private static final Set<String> DATE_ELEMENTS =
      Set.of(
          "A", "a", "B", "b", "C", "D", "d", "E4Y", "EY", "e", "F", "G", "g", "h", "j", "m", "Q",
          "U", "u", "V", "W", "w", "x", "Y", "y");
  private static final Set<String> ZONE_ELEMENTS = Set.of("Ez", "Z", "z");
  private static final Set<String> ZONED_ELEMENTS = Set.of("Ez", "Z", "z", "c", "s");

  /** The elements that a type has nothing for. */
  private static final Map<String, Set<String>> FOREIGN =
      Map.of(
          "DATE", union(TIME_ELEMENTS, ZONED_ELEMENTS),
          "TIME", union(DATE_ELEMENTS, ZONED_ELEMENTS),
          "DATETIME", ZONE_ELEMENTS);

  private TimeFormats() {}

  private static Set<String> union(Set<String> some, Set<String> others) {
    return Stream.of(some, others).flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
  }

  private static Map<String, Function<ZonedDateTime, String>> elements() {
    Map<String, Function<ZonedDateTime, String>> map = new HashMap<>();
    map.put("A", t -> t.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
    map.put("a", t -> t.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
    map.put("B", t -> t.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
    map.put("b", t -> t.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
    map.put("C", t -> Integer.toString(t.getYear() / 100));
    map.put("d", padded(2, ZonedDateTime::getDayOfMonth));
    map.put("e", spaced(ZonedDateTime::getDayOfMonth));
    map.put("E4Y", padded(4, ZonedDateTime::getYear));
    map.put("G", t -> Integer.toString(t.get(IsoFields.WEEK_BASED_YEAR)));
    map.put("g", padded(2, t -> t.get(IsoFields.WEEK_BASED_YEAR) % 100));
    map.put("H", padded(2, ZonedDateTime::getHour));
    map.put("I", padded(2, t -> t.get(ChronoField.CLOCK_HOUR_OF_AMPM)));
    map.put("j", padded(3, ZonedDateTime::getDayOfYear));
    map.put("k", spaced(ZonedDateTime::getHour));
    map.put("l", spaced(t -> t.get(ChronoField.CLOCK_HOUR_OF_AMPM)));
    map.put("M", padded(2, ZonedDateTime::getMinute));
    map.put("m", padded(2, ZonedDateTime::getMonthValue));
    map.put("n", t -> "\n");
    map.put("P", t -> t.getHour() < 12 ? "am" : "pm");
    map.put("p", t -> t.getHour() < 12 ? "AM" : "PM");
    map.put("Q", t -> Integer.toString(t.get(IsoFields.QUARTER_OF_YEAR)));
    map.put("S", padded(2, ZonedDateTime::getSecond));
    map.put("s", t -> Long.toString(t.toEpochSecond()));
    map.put("t", t -> "\t");
    map.put("U", padded(2, t -> (t.getDayOfYear() + 6 - t.getDayOfWeek().getValue() % 7) / 7));
    map.put("u", t -> Integer.toString(t.getDayOfWeek().getValue()));
    map.put("V", padded(2, t -> t.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)));
    map.put("W", padded(2, t -> (t.getDayOfYear() + 7 - t.getDayOfWeek().getValue()) / 7));
    map.put("w", t -> Integer.toString(t.getDayOfWeek().getValue() % 7));
    map.put("Y", t -> Integer.toString(t.getYear()));
    map.put("y", padded(2, t -> t.getYear() % 100));
    map.put("Z", t -> t.getOffset().equals(ZoneOffset.UTC) ? "UTC" : "UTC" + shortOffset(t));
    map.put("z", t -> offset(t).replace(":", ""));
    map.put("Ez", TimeFormats::offset);
    map.put("E*S", t -> seconds(t, -1));
    for (int digits = 0; digits <= 6; digits++) {
      int shown = digits;
      map.put("E" + digits + "S", t -> seconds(t, shown));
    }
    map.put("%", t -> "%");
    return map;
  }

  /**
   * Writes microseconds since 1970 in a zone.
   *
   * @param kind DATE, TIME, DATETIME or TIMESTAMP; elements that it lacks stay as they are
   */
  static String format(String format, long micros, String zone, String kind) {
    ZonedDateTime value = TimeTexts.instant(micros).atZone(TimeTexts.shownOffset(micros, zone));
    Set<String> foreign = FOREIGN.getOrDefault(kind, Set.of());
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < format.length()) {
      char c = format.charAt(at);
      if (c != '%') {
        out.append(c);
        at++;
        continue;
      }
      String element = element(format, at + 1);
      String shorthand = SHORTHANDS.get(element);
      Function<ZonedDateTime, String> writer = ELEMENTS.get(element);
      if (foreign.contains(element)) {
        out.append('%').append(element);
      } else if (shorthand != null) {
        out.append(format(shorthand, micros, zone, kind));
      } else if (writer != null) {
        out.append(writer.apply(value));
      } else {
        throw new IllegalArgumentException(
            "not supported by Penstock local: SQL format element %" + element);
      }
      at += 1 + element.length();
    }
    return out.toString();
  }

  /** The format element after a percent sign. */
  static String element(String format, int at) {
    if (at >= format.length()) {
      throw new IllegalArgumentException("Format string cannot end with a single '%'");
    }
    if (format.charAt(at) != 'E') {
      return format.substring(at, at + 1);
    }
    boolean counted = at + 2 < format.length() && "*0123456789".indexOf(format.charAt(at + 1)) >= 0;
    return format.substring(at, Math.min(format.length(), at + (counted ? 3 : 2)));
  }

  private static Function<ZonedDateTime, String> padded(
      int width, ToIntFunction<ZonedDateTime> value) {
    return t -> pad(Integer.toString(value.applyAsInt(t)), width, '0');
  }

  private static Function<ZonedDateTime, String> spaced(ToIntFunction<ZonedDateTime> value) {
    return t -> pad(Integer.toString(value.applyAsInt(t)), 2, ' ');
  }

  private static String pad(String text, int width, char with) {
    return String.valueOf(with).repeat(Math.max(0, width - text.length())) + text;
  }

  private static String offset(ZonedDateTime value) {
    String id = value.getOffset().getId();
    return id.equals("Z") ? "+00:00" : id.substring(0, 6);
  }

  private static String shortOffset(ZonedDateTime value) {
    String hours = offset(value).substring(0, 3).replaceFirst("([+-])0", "$1");
    String minutes = offset(value).substring(3);
    return minutes.equals(":00") ? hours : hours + minutes.replace(":", "");
  }

  /** Seconds with a fraction of the given digits, or for -1 as many as are not zero. */
  private static String seconds(ZonedDateTime value, int digits) {
    LocalDateTime local = value.toLocalDateTime();
    String whole = pad(Integer.toString(local.getSecond()), 2, '0');
    String fraction = pad(Integer.toString(local.getNano() / 1_000), 6, '0');
    String shown = digits < 0 ? fraction.replaceFirst("0+$", "") : fraction.substring(0, digits);
    return shown.isEmpty() ? whole : whole + "." + shown;
  }
}
