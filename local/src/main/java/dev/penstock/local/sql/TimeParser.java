package dev.penstock.local.sql;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads one text by the format elements of PARSE_TIMESTAMP and its sisters. Parts the format leaves
 * out are those of 1970-01-01 00:00:00. One owner thread.
 */
final class TimeParser {
  private static final Map<String, String> SHORTHANDS =
      shorthands(
          "D",
          "%m/%d/%y",
          "F",
          "%Y-%m-%d",
          "R",
          "%H:%M",
          "T",
          "%H:%M:%S",
          "X",
          "%H:%M:%S",
          "h",
          "%b",
          "B",
          "%b",
          "A",
          "%a",
          "E4Y",
          "%Y",
          "Ez",
          "%z",
          "x",
          "%D",
          "c",
          "%a %b %e %T %Y",
          "r",
          "%I:%M:%S %p");
  private static final Pattern OFFSET = Pattern.compile("[+-]\\d{2}:?\\d{2}|[zZ]");
  private static final Map<String, Integer> WIDTHS =
      Map.of("Y", 4, "m", 2, "d", 2, "e", 2, "H", 2, "I", 2, "M", 2, "S", 2, "j", 3, "y", 2);

  private static final int EPOCH_DIGITS = 12;
  private static final int LAST_SECOND = 59;

  private final String text;
  private final Map<String, Integer> numbers = new HashMap<>();
  private int at;
  private int micros;
  private @Nullable Boolean afternoon;
  private @Nullable Long epochSeconds;
  private @Nullable String zone;

  private static Map<String, String> shorthands(String... pairs) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return map;
  }

  private TimeParser(String text) {
    this.text = text;
  }

  /** Reads a text as microseconds since 1970 in the zone it names, or else the given one. */
  static long parse(String format, String text, String defaultZone) {
    TimeParser parser = new TimeParser(text);
    parser.read(format);
    parser.skipSpace();
    if (parser.at < text.length()) {
      throw parser.mismatch("Illegal non-space trailing data '" + text.substring(parser.at) + "'");
    }
    return parser.result(defaultZone);
  }

  private void read(String format) {
    int i = 0;
    while (i < format.length()) {
      char c = format.charAt(i);
      if (c == '%') {
        String element = TimeFormats.element(format, i + 1);
        String shorthand = SHORTHANDS.get(element);
        if (shorthand == null) {
          readElement(element);
        } else {
          read(shorthand);
        }
        i += 1 + element.length();
        continue;
      }
      if (Character.isWhitespace(c)) {
        skipSpace();
      } else if (at < text.length() && text.charAt(at) == c) {
        at++;
      } else {
        throw mismatch("Mismatch between format character '" + c + "' and string character");
      }
      i++;
    }
  }

  private void readElement(String element) {
    Integer width = WIDTHS.get(element);
    if (width != null) {
      numbers.put(element, digits(width));
      return;
    }
    switch (element) {
      case "b" -> numbers.put("m", month());
      case "a" -> word();
      case "p", "P" -> afternoon = word().equalsIgnoreCase("pm");
      case "s" -> epochSeconds = epoch();
      case "z" -> zone = offset();
      case "Z" -> zone = zoneText();
      case "E*S", "E6S", "E3S" -> {
        numbers.put("S", digits(2));
        fraction();
      }
      case "n", "t" -> skipSpace();
      case "%" -> at++;
      default ->
          throw new IllegalArgumentException(
              "not supported by Penstock local: SQL format element %" + element + " in parsing");
    }
  }

  private long result(String defaultZone) {
    if (epochSeconds != null) {
      return epochSeconds * TimeTexts.MICROS_PER_SECOND + micros;
    }
    try {
      LocalDate date = date();
      int second = number("S", 0);
      boolean leap = second == LAST_SECOND + 1;
      LocalDateTime time =
          date.atTime(hour(), number("M", 0), leap ? LAST_SECOND : second)
              .plusSeconds(leap ? 1 : 0)
              .plusNanos(micros * 1_000L);
      return TimeTexts.micros(time, zone == null ? defaultZone : zone);
    } catch (DateTimeException e) {
      throw mismatch(String.valueOf(e.getMessage()));
    }
  }

  private LocalDate date() {
    int year = number("Y", 1970);
    if (numbers.containsKey("y")) {
      int short2 = number("y", 0);
      year = short2 < 69 ? 2000 + short2 : 1900 + short2;
    }
    if (numbers.containsKey("j")) {
      return LocalDate.ofYearDay(year, number("j", 1));
    }
    return LocalDate.of(year, number("m", 1), number("d", number("e", 1)));
  }

  private int hour() {
    if (!numbers.containsKey("I")) {
      return number("H", 0);
    }
    return number("I", 12) % 12 + (Boolean.TRUE.equals(afternoon) ? 12 : 0);
  }

  private int number(String element, int absent) {
    return numbers.getOrDefault(element, absent);
  }

  private int digits(int width) {
    return Integer.parseInt(digitText(width));
  }

  private String digitText(int width) {
    skipSpace();
    int start = at;
    while (at < text.length() && at - start < width && Character.isDigit(text.charAt(at))) {
      at++;
    }
    if (at == start) {
      throw mismatch("Failed to parse input string");
    }
    return text.substring(start, at);
  }

  private long epoch() {
    skipSpace();
    boolean negative = at < text.length() && text.charAt(at) == '-';
    at += negative ? 1 : 0;
    if (at == text.length() || !Character.isDigit(text.charAt(at))) {
      throw mismatch("Failed to parse input string");
    }
    long seconds = Long.parseLong(digitText(EPOCH_DIGITS));
    return negative ? -seconds : seconds;
  }

  private void fraction() {
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      int start = at;
      while (at < text.length() && Character.isDigit(text.charAt(at))) {
        at++;
      }
      micros = Integer.parseInt((text.substring(start, at) + "000000").substring(0, 6));
    }
  }

  private int month() {
    String word = word();
    for (Month month : Month.values()) {
      String name = month.getDisplayName(TextStyle.FULL, Locale.ENGLISH);
      if (word.equalsIgnoreCase(name) || word.equalsIgnoreCase(name.substring(0, 3))) {
        return month.getValue();
      }
    }
    throw mismatch("Failed to parse input string");
  }

  private String word() {
    skipSpace();
    int start = at;
    while (at < text.length() && Character.isLetter(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private String zoneText() {
    skipSpace();
    int start = at;
    while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private String offset() {
    String offset = zoneText();
    if (!OFFSET.matcher(offset).matches()) {
      throw mismatch("Failed to parse input string");
    }
    return offset;
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private IllegalArgumentException mismatch(String why) {
    return new IllegalArgumentException(
        "Failed to parse input string \"" + text + "\"; error: " + why);
  }
}
