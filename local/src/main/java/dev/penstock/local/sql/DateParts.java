package dev.penstock.local.sql;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;

/** Dates cut and counted by date parts, those of weeks that begin on any day included. */
final class DateParts {
  private static final String WEEK = "WEEK_";
  private static final int MONTHS_OF_QUARTER = 3;

  private DateParts() {}

  /** The first day of the part of a date, as days since 1970. */
  static String truncate(String part, String date) {
    return inRange(first(part, LocalDate.parse(date)));
  }

  /** The last day of the part of a date, as days since 1970. */
  static String last(String part, String date) {
    LocalDate first = first(part, LocalDate.parse(date));
    LocalDate next =
        switch (part) {
          case "MONTH" -> first.plusMonths(1);
          case "QUARTER" -> first.plusMonths(MONTHS_OF_QUARTER);
          case "YEAR" -> first.plusYears(1);
          case "ISOYEAR" -> first("ISOYEAR", first.plusDays(380));
          default -> first.plusWeeks(1);
        };
    return inRange(next.minusDays(1));
  }

  /** How many parts begin after one date until another. */
  static String difference(String part, String last, String first) {
    LocalDate end = LocalDate.parse(last);
    LocalDate start = LocalDate.parse(first);
    long parts =
        part.equals("ISOYEAR")
            ? isoYear(end) - isoYear(start)
            : ChronoUnit.WEEKS.between(first(part, start), first(part, end));
    return Long.toString(parts);
  }

  private static LocalDate first(String part, LocalDate date) {
    return switch (part) {
      case "MONTH" -> date.withDayOfMonth(1);
      case "QUARTER" -> date.with(IsoFields.DAY_OF_QUARTER, 1);
      case "YEAR" -> date.withDayOfYear(1);
      case "ISOYEAR" ->
          LocalDate.of(isoYear(date), 1, 4)
              .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
      default -> date.with(TemporalAdjusters.previousOrSame(firstDay(part)));
    };
  }

  private static DayOfWeek firstDay(String part) {
    if (part.equals("WEEK")) {
      return DayOfWeek.SUNDAY;
    }
    return part.equals("ISOWEEK")
        ? DayOfWeek.MONDAY
        : DayOfWeek.valueOf(part.substring(WEEK.length()));
  }

  private static int isoYear(LocalDate date) {
    return date.get(IsoFields.WEEK_BASED_YEAR);
  }

  private static String inRange(LocalDate date) {
    return Long.toString(TemporalRange.days(date.toEpochDay()));
  }
}
