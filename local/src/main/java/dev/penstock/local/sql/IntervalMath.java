package dev.penstock.local.sql;

import java.util.Locale;

/** Arithmetic of INTERVALs in their canonical text; each of the three parts has its own sign. */
final class IntervalMath {
  static final long MICROS_PER_DAY = 86_400_000_000L;

  private static final long DAYS_PER_MONTH = 30;
  private static final long MAX_MONTHS = 120_000;
  private static final long MAX_DAYS = 3_660_000;

  private IntervalMath() {}

  /** An operation on an interval and, as the operation wants, another or a number. */
  static String apply(String[] arguments) {
    Parts a = Parts.of(arguments[1]);
    Parts result =
        switch (arguments[0]) {
          case "add" -> a.plus(Parts.of(arguments[2]));
          case "subtract" -> a.plus(Parts.of(arguments[2]).times(-1));
          case "multiply" -> a.times(Long.parseLong(arguments[2]));
          case "divide" -> a.dividedBy(Long.parseLong(arguments[2]));
          case "negate" -> a.times(-1);
          case "justify_hours" -> a.withJustHours();
          case "justify_days" -> a.withJustDays();
          case "justify_interval" -> a.justified();
          case "to_seconds" -> a.inSeconds();
          default -> throw new AssertionError(arguments[0]);
        };
    return result.text();
  }

  /** MAKE_INTERVAL of years, months, days, hours, minutes and seconds. */
  static String make(String[] arguments) {
    long[] n = new long[arguments.length];
    for (int i = 0; i < n.length; i++) {
      n[i] = Long.parseLong(arguments[i]);
    }
    try {
      long seconds = Math.addExact(Math.multiplyExact(n[3], 3_600L), n[5]);
      seconds = Math.addExact(seconds, Math.multiplyExact(n[4], 60L));
      return new Parts(
              Math.addExact(Math.multiplyExact(n[0], 12L), n[1]),
              n[2],
              Math.multiplyExact(seconds, TimeTexts.MICROS_PER_SECOND))
          .text();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("Interval field is out of range", e);
    }
  }

  private record Parts(long months, long days, long micros) {
    static Parts of(String text) {
      return new Parts(
          IntervalTexts.part(text, "MONTHS"),
          IntervalTexts.part(text, "DAYS"),
          IntervalTexts.part(text, "MICROS"));
    }

    Parts plus(Parts other) {
      return new Parts(months + other.months, days + other.days, micros + other.micros);
    }

    Parts times(long factor) {
      return new Parts(
          Math.multiplyExact(months, factor),
          Math.multiplyExact(days, factor),
          Math.multiplyExact(micros, factor));
    }

    Parts dividedBy(long divisor) {
      if (divisor == 0) {
        throw new ArithmeticException("division by zero: " + text() + " / 0");
      }
      long restOfMonths = days + months % divisor * DAYS_PER_MONTH;
      long restOfDays = micros + restOfMonths % divisor * MICROS_PER_DAY;
      return new Parts(months / divisor, restOfMonths / divisor, restOfDays / divisor);
    }

    Parts withJustHours() {
      long total = days + micros / MICROS_PER_DAY;
      long rest = micros % MICROS_PER_DAY;
      int carry = carry(total, rest);
      return new Parts(months, total - carry, rest + carry * MICROS_PER_DAY);
    }

    Parts withJustDays() {
      long total = months + days / DAYS_PER_MONTH;
      long rest = days % DAYS_PER_MONTH;
      int carry = carry(total, rest);
      return new Parts(total - carry, rest + carry * DAYS_PER_MONTH, micros);
    }

    Parts justified() {
      Parts hours = new Parts(months, days + micros / MICROS_PER_DAY, micros % MICROS_PER_DAY);
      Parts whole =
          new Parts(
              hours.months + hours.days / DAYS_PER_MONTH,
              hours.days % DAYS_PER_MONTH,
              hours.micros);
      boolean negative =
          whole.months != 0
              ? whole.months < 0
              : whole.days != 0 ? whole.days < 0 : whole.micros < 0;
      return negative ? whole.times(-1).borrowed().times(-1) : whole.borrowed();
    }

    /** Parts whose sum is positive, each of them positive. */
    private Parts borrowed() {
      long day = micros < 0 ? 1 : 0;
      long month = days - day < 0 ? 1 : 0;
      return new Parts(
          months - month, days - day + month * DAYS_PER_MONTH, micros + day * MICROS_PER_DAY);
    }

    Parts inSeconds() {
      long totalDays = days + months * DAYS_PER_MONTH;
      return new Parts(0, 0, micros + totalDays * MICROS_PER_DAY);
    }

    String text() {
      require(Math.abs(months) <= MAX_MONTHS, "months", months, MAX_MONTHS);
      require(Math.abs(days) <= MAX_DAYS, "days", days, MAX_DAYS);
      long maxMicros = MAX_DAYS * MICROS_PER_DAY;
      require(Math.abs(micros) <= maxMicros, "microseconds", micros, maxMicros);
      return IntervalTexts.text(months, days, micros);
    }

    /** What a total of one sign lends to a rest of the other. */
    private static int carry(long total, long rest) {
      return total > 0 && rest < 0 ? 1 : total < 0 && rest > 0 ? -1 : 0;
    }

    private static void require(boolean condition, String field, long value, long max) {
      if (!condition) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "Interval field %s '%d' is out of range -%d to %d",
                field,
                value,
                max,
                max));
      }
    }
  }
}
