package dev.penstock.local.read;

import dev.penstock.local.catalog.ServiceException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts of an INTERVAL as its column keeps it, in canonical text. Immutable. */
record IntervalParts(int months, int days, long microseconds) {
  private static final Pattern TEXT =
      Pattern.compile("(-?)(\\d+)-(\\d+) (-?\\d+) (-?)(\\d+):(\\d+):(\\d+)(?:\\.(\\d{1,6}))?");

  static IntervalParts parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalStateException("A stored INTERVAL is not canonical");
    }
    long months = 12 * number(parts, 2) + number(parts, 3);
    long seconds = 3600 * number(parts, 6) + 60 * number(parts, 7) + number(parts, 8);
    String fraction = parts.group(9) == null ? "" : parts.group(9);
    long micros = 1_000_000 * seconds + Long.parseLong((fraction + "000000").substring(0, 6));
    return new IntervalParts(
        Math.toIntExact(parts.group(1).isEmpty() ? months : -months),
        Math.toIntExact(number(parts, 4)),
        parts.group(5).isEmpty() ? micros : -micros);
  }

  /** The time of day in nanoseconds, for Arrow, which has a long for them. */
  long nanoseconds() {
    if (Math.abs(microseconds) > Long.MAX_VALUE / 1000) {
      throw ServiceException.notSupported(
          "an INTERVAL of "
              + microseconds / 3_600_000_000L
              + " hours in Arrow, whose nanoseconds reach 2562047 hours; read it in Avro");
    }
    return microseconds * 1000;
  }

  private static long number(Matcher parts, int group) {
    return Long.parseLong(parts.group(group));
  }
}
