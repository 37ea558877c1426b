package dev.penstock.cli.report;

import java.time.Duration;
import java.util.Locale;

/** Numbers as people read them, the same in every locale. Immutable. */
final class Quantities {
  private static final String[] UNITS = {"kB", "MB", "GB", "TB", "PB"};
  private static final int THOUSAND = 1_000;

  private Quantities() {}

  /** {@code 12,345}. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 12,345 rows}. */
  static String rows(long number) {
    return count(number) + (number == 1 ? " row" : " rows");
  }

  /** {@code 12.3 MB}; a MB has a million bytes. */
  static String bytes(long number) {
    if (number < THOUSAND) {
      return number + " B";
    }
    double scaled = (double) number / THOUSAND;
    int unit = 0;
    while (scaled >= THOUSAND && unit < UNITS.length - 1) {
      scaled /= THOUSAND;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", scaled, UNITS[unit]);
  }

  /** {@code 4.2 s}, {@code 3 min 05 s} or {@code 2 h 05 min}. */
  static String time(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds < 60) {
      return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
    }
    return seconds < 3600
        ? String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60)
        : String.format(Locale.ROOT, "%d h %02d min", seconds / 3600, seconds / 60 % 60);
  }

  /** {@code 12,345 rows/s}; empty while there is nothing to say. */
  static String rate(long rows, Duration during) {
    long millis = during.toMillis();
    return rows == 0 || millis < 200 ? "" : count(rows * 1000 / millis) + " rows/s";
  }
}
