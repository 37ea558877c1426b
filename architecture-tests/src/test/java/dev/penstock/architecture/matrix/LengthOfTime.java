package dev.penstock.architecture.matrix;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts of an INTERVAL, each with its own sign. Immutable. */
record LengthOfTime(int months, int days, long micros) {
  private static final Pattern TEXT =
      Pattern.compile("(-?)(\\d+)-(\\d+) (-?\\d+) (-?)(\\d+):(\\d+):(\\d+)(?:\\.(\\d{1,6}))?");
  private static final long MICROS_PER_SECOND = 1_000_000;

  /** Reads {@code Y-M D H:M:S.F}. */
  static LengthOfTime parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(text);
    }
    int months = 12 * Integer.parseInt(parts.group(2)) + Integer.parseInt(parts.group(3));
    long seconds =
        (60 * Long.parseLong(parts.group(6)) + Long.parseLong(parts.group(7))) * 60
            + Long.parseLong(parts.group(8));
    String fraction = parts.group(9) == null ? "" : parts.group(9);
    long micros =
        seconds * MICROS_PER_SECOND + Long.parseLong((fraction + "000000").substring(0, 6));
    return new LengthOfTime(
        parts.group(1).isEmpty() ? months : -months,
        Integer.parseInt(parts.group(4)),
        parts.group(5).isEmpty() ? micros : -micros);
  }
}
