package dev.penstock.local.sql;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

/** DATE_BUCKET and its sisters. Times are microseconds since 1970. */
final class Buckets {
  /** Buckets begin here unless a call says otherwise: 1950-01-01. */
  static final long ORIGIN = -7305L * IntervalMath.MICROS_PER_DAY;

  private Buckets() {}

  /**
   * The start of the bucket of a time.
   *
   * @param kind DATE, DATETIME or TIMESTAMP, which decides what parts a width may have
   */
  static String start(String kind, String time, String width, String origin) {
    long value = Long.parseLong(time);
    long from = Long.parseLong(origin);
    long months = IntervalTexts.part(width, "MONTHS");
    long days = IntervalTexts.part(width, "DAYS");
    long micros = IntervalTexts.part(width, "MICROS");
    check(kind, months, days, micros);
    long start =
        months > 0
            ? months(value, from, months)
            : from
                + Math.floorDiv(value - from, days * IntervalMath.MICROS_PER_DAY + micros)
                    * (days * IntervalMath.MICROS_PER_DAY + micros);
    return Long.toString(TemporalRange.micros(start));
  }

  private static void check(String kind, long months, long days, long micros) {
    int parts = (months == 0 ? 0 : 1) + (days == 0 ? 0 : 1) + (micros == 0 ? 0 : 1);
    boolean timestamp = kind.equals("TIMESTAMP");
    boolean allowed =
        timestamp ? months == 0 && parts > 0 : parts == 1 && !(kind.equals("DATE") && micros != 0);
    if (!allowed || months < 0 || days * IntervalMath.MICROS_PER_DAY + micros < 0) {
      throw new IllegalArgumentException(
          "Bucket width must be a positive INTERVAL with exactly one part that fits " + kind);
    }
  }

  private static long months(long value, long from, long width) {
    LocalDateTime origin = TimeTexts.local(from, java.time.ZoneOffset.UTC);
    LocalDateTime time = TimeTexts.local(value, java.time.ZoneOffset.UTC);
    long buckets = Math.floorDiv(ChronoUnit.MONTHS.between(origin, time), width) + 1;
    while (origin.plusMonths(buckets * width).isAfter(time)) {
      buckets--;
    }
    return TimeTexts.micros(origin.plusMonths(buckets * width));
  }
}
