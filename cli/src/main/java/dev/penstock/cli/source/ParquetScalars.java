package dev.penstock.cli.source;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the scalar types of a Parquet file are, and the expression that yields each in the form that
 * rows of JDBC are read in: times as numbers, so that no driver moves them between zones.
 * Immutable.
 */
final class ParquetScalars {
  /**
   * A type.
   *
   * @param unit of times
   * @param sql the expression, with {@code %1$s} for the value
   */
  record Scalar(ValueKind kind, @Nullable TimeUnit unit, String sql) {
    /** A field of the type; decimals have parameters of their own. */
    SourceField field(String name) {
      return new SourceField(name, kind, true, unit, null, null, List.of(), null, null);
    }
  }

  private static final String SAME = "%1$s";
  private static final String TEXT = "CAST(%1$s AS VARCHAR)";
  private static final Scalar LONG = new Scalar(ValueKind.LONG, null, "CAST(%1$s AS BIGINT)");

  /** The outermost numbers are infinities, which have no number of microseconds. */
  private static final String INFINITE =
      "CASE WHEN %1$s = 'infinity' THEN 9223372036854775807"
          + " WHEN %1$s IS NOT NULL THEN -9223372036854775807 END";

  private static final String MICROS = "coalesce(epoch_us(%1$s), " + INFINITE + ")";
  private static final String NANOS = "coalesce(epoch_ns(%1$s), " + INFINITE + ")";
  private static final Scalar DATETIME =
      new Scalar(ValueKind.DATETIME, TimeUnit.MICROSECONDS, MICROS);

  /** An instant that old writers store as a date and a time of day in UTC, 12 bytes long. */
  static final Scalar INT96 = new Scalar(ValueKind.INSTANT, TimeUnit.MICROSECONDS, MICROS);

  private static final Map<String, Scalar> SCALARS =
      Map.ofEntries(
          Map.entry("BOOLEAN", new Scalar(ValueKind.BOOL, null, SAME)),
          Map.entry("TINYINT", LONG),
          Map.entry("SMALLINT", LONG),
          Map.entry("INTEGER", LONG),
          Map.entry("BIGINT", LONG),
          Map.entry("UTINYINT", LONG),
          Map.entry("USMALLINT", LONG),
          Map.entry("UINTEGER", LONG),
          Map.entry("UBIGINT", new Scalar(ValueKind.UNSIGNED_LONG, null, SAME)),
          Map.entry("FLOAT", new Scalar(ValueKind.DOUBLE, null, "CAST(%1$s AS DOUBLE)")),
          Map.entry("DOUBLE", new Scalar(ValueKind.DOUBLE, null, SAME)),
          Map.entry("VARCHAR", new Scalar(ValueKind.TEXT, null, SAME)),
          Map.entry(ParquetType.NOTHING, new Scalar(ValueKind.TEXT, null, TEXT)),
          Map.entry("UUID", new Scalar(ValueKind.TEXT, null, TEXT)),
          Map.entry("JSON", new Scalar(ValueKind.JSON, null, TEXT)),
          Map.entry("BLOB", new Scalar(ValueKind.BYTES, null, SAME)),
          Map.entry("DATE", new Scalar(ValueKind.DATE, null, "(%1$s - DATE '1970-01-01')")),
          Map.entry("TIME", new Scalar(ValueKind.TIME, TimeUnit.MICROSECONDS, "epoch_us(%1$s)")),
          Map.entry("TIME_NS", new Scalar(ValueKind.TIME, TimeUnit.NANOSECONDS, "epoch_ns(%1$s)")),
          // A file holds no offset: such a time is one of UTC.
          Map.entry(
              "TIME WITH TIME ZONE",
              new Scalar(ValueKind.TIME, TimeUnit.MICROSECONDS, "epoch_us(CAST(%1$s AS TIME))")),
          Map.entry("TIMESTAMP", DATETIME),
          Map.entry("TIMESTAMP_S", DATETIME),
          Map.entry("TIMESTAMP_MS", DATETIME),
          Map.entry("TIMESTAMP_NS", new Scalar(ValueKind.DATETIME, TimeUnit.NANOSECONDS, NANOS)),
          Map.entry(
              "TIMESTAMP WITH TIME ZONE",
              new Scalar(ValueKind.INSTANT, TimeUnit.MICROSECONDS, MICROS)),
          Map.entry("TIMESTAMPTZ_NS", new Scalar(ValueKind.INSTANT, TimeUnit.NANOSECONDS, NANOS)),
          // A file holds no negative parts, and whole milliseconds.
          Map.entry(
              "INTERVAL",
              new Scalar(
                  ValueKind.INTERVAL,
                  null,
                  "printf('%%d-%%d %%d %%d:%%d:%%d', date_part('year', %1$s),"
                      + " date_part('month', %1$s), date_part('day', %1$s),"
                      + " date_part('hour', %1$s), date_part('minute', %1$s),"
                      + " date_part('second', %1$s))"
                      + " || rtrim(rtrim(printf('.%%06d',"
                      + " date_part('microsecond', %1$s) %% 1000000), '0'), '.')")));

  private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d+),(\\d+)\\)");

  private ParquetScalars() {}

  /** Finds what a type is. */
  static Optional<Scalar> find(String type) {
    return DECIMAL.matcher(type).matches()
        ? Optional.of(new Scalar(ValueKind.DECIMAL, null, SAME))
        : Optional.ofNullable(SCALARS.get(type));
  }

  /** A field of a type that is there. */
  static SourceField field(Scalar scalar, String type, String name) {
    Matcher decimal = DECIMAL.matcher(type);
    return decimal.matches()
        ? SourceField.decimal(
            name, true, Integer.valueOf(decimal.group(1)), Integer.valueOf(decimal.group(2)))
        : scalar.field(name);
  }
}
