package dev.penstock.core.publish;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import java.util.EnumSet;
import java.util.Set;

/** What columns of a type are good for. */
final class SqlTypes {
  /** Types whose values the service groups and compares. */
  private static final Set<ColumnType> KEYS =
      EnumSet.of(
          ColumnType.BOOL,
          ColumnType.INT64,
          ColumnType.NUMERIC,
          ColumnType.BIGNUMERIC,
          ColumnType.STRING,
          ColumnType.BYTES,
          ColumnType.DATE,
          ColumnType.TIME,
          ColumnType.DATETIME,
          ColumnType.TIMESTAMP);

  private SqlTypes() {}

  /** Whether rows can be told apart by a column. */
  static boolean isKey(Column column) {
    return column.mode() != ColumnMode.REPEATED && KEYS.contains(column.type());
  }

  /** Whether rows can be put in the order of a column. */
  static boolean isOrdered(Column column) {
    return isKey(column)
        || (column.mode() != ColumnMode.REPEATED && column.type() == ColumnType.FLOAT64);
  }
}
