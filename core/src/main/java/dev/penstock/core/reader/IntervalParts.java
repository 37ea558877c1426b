package dev.penstock.core.reader;

import java.util.concurrent.TimeUnit;

/** The canonical text of an interval from its parts. */
final class IntervalParts {
  private static final int MONTHS_PER_YEAR = 12;
  private static final long MICROS_PER_SECOND = TimeUnit.SECONDS.toMicros(1);

  private IntervalParts() {}

  /** The form {@code Y-M D H:M:S.F}; each part has its own sign. */
  static String text(long months, long days, long micros) {
    long absolute = Math.abs(micros);
    long seconds = absolute / MICROS_PER_SECOND;
    StringBuilder text = new StringBuilder(32);
    text.append(sign(months))
        .append(Math.abs(months) / MONTHS_PER_YEAR)
        .append('-')
        .append(Math.abs(months) % MONTHS_PER_YEAR)
        .append(' ')
        .append(days)
        .append(' ')
        .append(sign(micros))
        .append(seconds / 3600)
        .append(':')
        .append(seconds / 60 % 60)
        .append(':')
        .append(seconds % 60);
    long fraction = absolute % MICROS_PER_SECOND;
    if (fraction != 0) {
      text.append('.').append(Long.toString(MICROS_PER_SECOND + fraction), 1, 7);
    }
    return text.toString();
  }

  private static String sign(long value) {
    return value < 0 ? "-" : "";
  }
}
