package dev.penstock.local.sql;

import com.google.zetasql.Type;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;

/** The years 1 to 9999, which the results of date arithmetic may not leave; DuckDB's may. */
final class TemporalRange {
  private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();
  private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();
  private static final long FIRST_MICROS =
      1_000_000 * Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST_MICROS =
      1_000_000 * Instant.parse("9999-12-31T23:59:59Z").getEpochSecond() + 999_999;

  /** The functions whose result may be further than their arguments. */
  private static final Set<String> FUNCTIONS =
      Set.of(
          "$add",
          "$subtract",
          "date",
          "date_add",
          "date_sub",
          "date_from_unix_date",
          "datetime",
          "datetime_add",
          "datetime_sub",
          "timestamp",
          "timestamp_add",
          "timestamp_sub",
          "timestamp_seconds",
          "timestamp_millis",
          "timestamp_micros",
          "timestamp_from_unix_seconds",
          "timestamp_from_unix_millis",
          "timestamp_from_unix_micros");

  private TemporalRange() {}

  /** The expression of a call, failing where its result is out of range. */
  static String checked(String function, Type type, String sql) {
    if (!FUNCTIONS.contains(function)) {
      return sql;
    }
    return switch (type.getKind()) {
      case TYPE_DATE ->
          "(DATE '1970-01-01' + CAST(bq_days_in_range(CAST("
              + sql
              + " AS DATE) - DATE '1970-01-01') AS INTEGER))";
      case TYPE_DATETIME -> "make_timestamp(bq_micros_in_range(epoch_us(" + sql + ")))";
      case TYPE_TIMESTAMP -> "make_timestamptz(bq_micros_in_range(epoch_us(" + sql + ")))";
      default -> sql;
    };
  }

  static long days(long days) {
    return inRange(days, FIRST_DAY, LAST_DAY, "date");
  }

  static long micros(long micros) {
    return inRange(micros, FIRST_MICROS, LAST_MICROS, "timestamp");
  }

  private static long inRange(long value, long first, long last, String what) {
    if (value < first || value > last) {
      throw new IllegalArgumentException(
          what + " overflow: the result lies outside the years 0001 to 9999");
    }
    return value;
  }
}
