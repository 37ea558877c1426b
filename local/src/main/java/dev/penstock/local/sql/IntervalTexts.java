package dev.penstock.local.sql;

import com.google.zetasql.IntervalValue;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The canonical text of an INTERVAL: {@code Y-M D H:M:S.F}, each of the three with its sign. */
final class IntervalTexts {
  private static final long MICROS_PER_MINUTE = 60_000_000;
  private static final long MICROS_PER_HOUR = 3_600_000_000L;
  private static final Pattern TEXT =
      Pattern.compile("(-?)(\\d+)-(\\d+) (-?\\d+) (-?)(\\d+):(\\d+):(\\d+)(?:\\.(\\d{1,6}))?");

  private IntervalTexts() {}

  /** The text of an analyzed constant. */
  static String text(IntervalValue value) {
    return text(value.months(), value.days(), value.micros());
  }

  /** The constant of a text. */
  static IntervalValue value(String text) {
    return IntervalValue.builder()
        .setMonths(Math.toIntExact(part(text, "MONTHS")))
        .setDays(Math.toIntExact(part(text, "DAYS")))
        .setMicros(part(text, "MICROS"))
        .setNanoFractions((short) 0)
        .build();
  }

  /** The text of an interval. */
  static String text(long months, long days, long micros) {
    long absoluteMonths = Math.abs(months);
    long absolute = Math.abs(micros);
    long fraction = absolute % 1_000_000;
    String shown =
        fraction == 0 ? "" : "." + String.format(java.util.Locale.ROOT, "%06d", fraction);
    if (fraction % 1_000 == 0 && !shown.isEmpty()) {
      shown = shown.substring(0, 4);
    }
    return (months < 0 ? "-" : "")
        + absoluteMonths / 12
        + "-"
        + absoluteMonths % 12
        + " "
        + days
        + " "
        + (micros < 0 ? "-" : "")
        + absolute / MICROS_PER_HOUR
        + ":"
        + absolute / MICROS_PER_MINUTE % 60
        + ":"
        + absolute / 1_000_000 % 60
        + shown;
  }

  /** The ISO 8601 text of a text, as JSON has it. */
  static String iso(String text) {
    long months = part(text, "MONTHS");
    long micros = part(text, "MICROS");
    String date =
        element(months / 12, "Y") + element(months % 12, "M") + element(part(text, "DAYS"), "D");
    long rest = micros % MICROS_PER_MINUTE;
    String seconds = BigDecimal.valueOf(rest, 6).stripTrailingZeros().toPlainString();
    String time =
        element(micros / MICROS_PER_HOUR, "H")
            + element(micros % MICROS_PER_HOUR / MICROS_PER_MINUTE, "M")
            + (rest == 0 ? "" : seconds + "S");
    String all = date + (time.isEmpty() ? "" : "T" + time);
    return "P" + (all.isEmpty() ? "0Y" : all);
  }

  private static String element(long value, String unit) {
    return value == 0 ? "" : value + unit;
  }

  /** One of the parts MONTHS, DAYS and MICROS of a text. */
  static long part(String text, String part) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("Invalid INTERVAL value '" + text + "'");
    }
    return switch (part) {
      case "MONTHS" -> signed(matcher.group(1), number(matcher, 2) * 12 + number(matcher, 3));
      case "DAYS" -> number(matcher, 4);
      default ->
          signed(
              matcher.group(5),
              number(matcher, 6) * MICROS_PER_HOUR
                  + number(matcher, 7) * MICROS_PER_MINUTE
                  + number(matcher, 8) * 1_000_000
                  + fraction(matcher.group(9)));
    };
  }

  private static long number(Matcher matcher, int group) {
    return Long.parseLong(matcher.group(group));
  }

  private static long signed(String sign, long value) {
    return sign.isEmpty() ? value : -value;
  }

  private static long fraction(@org.jspecify.annotations.Nullable String digits) {
    return digits == null ? 0 : Long.parseLong((digits + "00000").substring(0, 6));
  }
}
