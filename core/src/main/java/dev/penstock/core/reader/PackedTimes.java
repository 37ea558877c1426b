package dev.penstock.core.reader;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/** Reads the packed form of TIME and DATETIME (WA-130, WA-131): each part in bits of its own. */
final class PackedTimes {
  private static final int MICRO_BITS = 20;
  private static final int SECOND_BITS = 6;
  private static final int MINUTE_BITS = 6;
  private static final int HOUR_BITS = 5;
  private static final int DAY_BITS = 5;
  private static final int MONTH_BITS = 4;
  private static final int NANOS_PER_MICRO = 1000;

  private PackedTimes() {}

  /**
   * A time of day.
   *
   * @throws java.time.DateTimeException when the bits are none
   */
  static LocalTime time(long packed) {
    int micros = part(packed, 0, MICRO_BITS);
    int second = part(packed, MICRO_BITS, SECOND_BITS);
    int minute = part(packed, MICRO_BITS + SECOND_BITS, MINUTE_BITS);
    // All bits above belong to the hour, so that what is no time is out of range.
    long hour = packed >> (MICRO_BITS + SECOND_BITS + MINUTE_BITS);
    return LocalTime.of(toInt(hour), minute, second, micros * NANOS_PER_MICRO);
  }

  /**
   * A date with a time of day.
   *
   * @throws java.time.DateTimeException when the bits are none
   */
  static LocalDateTime datetime(long packed) {
    int timeBits = MICRO_BITS + SECOND_BITS + MINUTE_BITS + HOUR_BITS;
    int day = part(packed, timeBits, DAY_BITS);
    int month = part(packed, timeBits + DAY_BITS, MONTH_BITS);
    long year = packed >> (timeBits + DAY_BITS + MONTH_BITS);
    LocalDate date = LocalDate.of(toInt(year), month, day);
    return date.atTime(time(packed & ((1L << timeBits) - 1)));
  }

  private static int part(long packed, int shift, int bits) {
    return (int) (packed >> shift) & ((1 << bits) - 1);
  }

  private static int toInt(long value) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
  }
}
