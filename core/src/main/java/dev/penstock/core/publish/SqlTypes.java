package dev.penstock.core.publish;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.SqlText;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Column types as GoogleSQL writes them, parameters included. */
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

  private static final Set<ColumnType> CLUSTERABLE =
      EnumSet.of(
          ColumnType.BOOL,
          ColumnType.INT64,
          ColumnType.NUMERIC,
          ColumnType.BIGNUMERIC,
          ColumnType.STRING,
          ColumnType.DATE,
          ColumnType.DATETIME,
          ColumnType.TIMESTAMP,
          ColumnType.GEOGRAPHY,
          ColumnType.RANGE);

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

  /** Whether a table can be clustered by a column. */
  static boolean isClusterable(Column column) {
    return column.mode() != ColumnMode.REPEATED && CLUSTERABLE.contains(column.type());
  }

  /** The type, such as {@code ARRAY<NUMERIC(10, 2)>}. */
  static String of(Column column) {
    String type = single(column);
    return column.mode() == ColumnMode.REPEATED ? "ARRAY<" + type + ">" : type;
  }

  /** The column as CREATE TABLE names it. */
  static String definition(Column column) {
    return SqlText.identifier(column.name())
        + " "
        + of(column)
        + (column.mode() == ColumnMode.REQUIRED ? " NOT NULL" : "");
  }

  private static String single(Column column) {
    if (column.type() == ColumnType.STRUCT) {
      return column.fields().stream()
          .map(SqlTypes::definition)
          .collect(Collectors.joining(", ", "STRUCT<", ">"));
    }
    if (column.precision() != null) {
      return column.type()
          + "("
          + column.precision()
          + (column.scale() == null ? "" : ", " + column.scale())
          + ")";
    }
    return column.maxLength() == null
        ? column.type().name()
        : column.type() + "(" + column.maxLength() + ")";
  }
}
