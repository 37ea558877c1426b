package dev.penstock.core.encode;

/**
 * The packed form of TIME and DATETIME values (WA-130, WA-131), and the calendar behind it, without
 * objects. Years 1 to 9999 of the proleptic Gregorian calendar.
 */
final class CivilTime {
  static final long MICROS_PER_SECOND = 1_000_000;
  static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

  /** 0001-01-01 (WA-128). */
  static final long MIN_DAY = -719_162;

  /** 9999-12-31 (WA-128). */
  static final long MAX_DAY = 2_932_896;

  /** 0001-01-01T00:00:00. */
  static final long MIN_MICROS = MIN_DAY * MICROS_PER_DAY;

  /** 9999-12-31T23:59:59.999999. */
  static final long MAX_MICROS = (MAX_DAY + 1) * MICROS_PER_DAY - 1;

  private static final int DAYS_PER_ERA = 146_097;
  private static final int YEARS_PER_ERA = 400;
  private static final int DAYS_FROM_YEAR_0_MARCH_TO_1970 = 719_468;
  private static final int MICRO_BITS = 20;
  private static final int DAY_SHIFT = MICRO_BITS + 17;

  private CivilTime() {}

  /** A time of day, packed. */
  static long packTime(long micros) {
    int second = (int) (micros / MICROS_PER_SECOND);
    long fraction = micros - second * MICROS_PER_SECOND;
    int hour = second / 3600;
    int minute = second / 60 % 60;
    return ((long) ((hour << 12) | (minute << 6) | (second % 60)) << MICRO_BITS) | fraction;
  }

  /**
   * A date and time of day, packed.
   *
   * @param micros since 1970-01-01T00:00:00
   */
  static long packDatetime(long micros) {
    long day = Math.floorDiv(micros, MICROS_PER_DAY);
    long date = packDate((int) day);
    return (date << DAY_SHIFT) | packTime(micros - day * MICROS_PER_DAY);
  }

  /**
   * The day packed as year, month (4 bits) and day of the month (5 bits). Counts in years that
   * start in March, so that the leap day is the last.
   */
  private static int packDate(int epochDay) {
    int shifted = epochDay + DAYS_FROM_YEAR_0_MARCH_TO_1970;
    int era = Math.floorDiv(shifted, DAYS_PER_ERA);
    int dayOfEra = shifted - era * DAYS_PER_ERA;
    int yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / (DAYS_PER_ERA - 1)) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int marchMonth = (5 * dayOfYear + 2) / 153;
    int day = dayOfYear - (153 * marchMonth + 2) / 5 + 1;
    int month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
    int year = yearOfEra + era * YEARS_PER_ERA + (month <= 2 ? 1 : 0);
    return (year << 9) | (month << 5) | day;
  }

  /** Days from 1970-01-01 to a valid date. */
  static long epochDay(int year, int month, int day) {
    int marchYear = month <= 2 ? year - 1 : year;
    int era = Math.floorDiv(marchYear, YEARS_PER_ERA);
    int yearOfEra = marchYear - era * YEARS_PER_ERA;
    int marchMonth = month <= 2 ? month + 9 : month - 3;
    int dayOfYear = (153 * marchMonth + 2) / 5 + day - 1;
    int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return (long) era * DAYS_PER_ERA + dayOfEra - DAYS_FROM_YEAR_0_MARCH_TO_1970;
  }

  static int daysOfMonth(int year, int month) {
    if (month == 2) {
      return year % 4 == 0 && (year % 100 != 0 || year % YEARS_PER_ERA == 0) ? 29 : 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }
}
