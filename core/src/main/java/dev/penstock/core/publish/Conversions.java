package dev.penstock.core.publish;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.DecimalType;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which columns of a source go into which columns of a table that exists. The rows are encoded for
 * the table's own type, so nothing is cast afterwards: a value that does not fit is refused in its
 * row.
 */
final class Conversions {
  /** What row encoders turn into each other without loss, or refuse value by value. */
  private static final Map<ColumnType, Set<ColumnType>> ALLOWED =
      new EnumMap<>(
          Map.of(
              ColumnType.INT64,
                  EnumSet.of(
                      ColumnType.NUMERIC,
                      ColumnType.BIGNUMERIC,
                      ColumnType.FLOAT64,
                      ColumnType.STRING),
              ColumnType.NUMERIC,
                  EnumSet.of(ColumnType.BIGNUMERIC, ColumnType.FLOAT64, ColumnType.STRING),
              ColumnType.BIGNUMERIC,
                  EnumSet.of(ColumnType.NUMERIC, ColumnType.FLOAT64, ColumnType.STRING),
              ColumnType.DATETIME, EnumSet.of(ColumnType.TIMESTAMP),
              ColumnType.TIMESTAMP, EnumSet.of(ColumnType.DATETIME),
              ColumnType.STRING, EnumSet.of(ColumnType.JSON, ColumnType.GEOGRAPHY),
              ColumnType.JSON, EnumSet.of(ColumnType.STRING),
              ColumnType.INTERVAL, EnumSet.of(ColumnType.STRING)));

  private Conversions() {}

  /** Whether both are of one type, whatever its parameters. */
  static boolean isSameType(Column source, Column table) {
    return source.type() == table.type();
  }

  /** Why the column of a source does not go into that of the table; empty when it does. */
  static Optional<String> findRefusal(Column source, Column table) {
    if (!isSameType(source, table)
        && !ALLOWED.getOrDefault(source.type(), Set.of()).contains(table.type())) {
      return Optional.of("no value of the one is a value of the other");
    }
    if (source.maxLength() != null
        && table.maxLength() != null
        && source.maxLength() > table.maxLength()) {
      return Optional.of("the table's column is shorter");
    }
    return isDecimal(table) && source.precision() != null && isNarrower(table, source)
        ? Optional.of("the table's column has fewer digits")
        : Optional.empty();
  }

  private static boolean isDecimal(Column column) {
    return column.type() == ColumnType.NUMERIC || column.type() == ColumnType.BIGNUMERIC;
  }

  private static boolean isNarrower(Column table, Column source) {
    return DecimalType.fractionDigitsOf(table) < DecimalType.fractionDigitsOf(source)
        || DecimalType.wholeDigitsOf(table) < DecimalType.wholeDigitsOf(source);
  }
}
