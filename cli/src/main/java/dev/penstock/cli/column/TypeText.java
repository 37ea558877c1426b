package dev.penstock.cli.column;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import java.util.List;
import java.util.stream.Collectors;

/** The type of a column as SQL writes it: {@code ARRAY<NUMERIC(10,2)>}. */
public final class TypeText {
  private TypeText() {}

  /** The type with its parameters, without NOT NULL. */
  public static String of(Column column) {
    String element =
        column.type() == ColumnType.STRUCT ? struct(column) : column.type() + parameters(column);
    return column.mode() == ColumnMode.REPEATED ? "ARRAY<" + element + ">" : element;
  }

  /** The columns as the option {@code --columns} takes them; it takes none with fields in them. */
  public static String option(List<Column> columns) {
    return columns.stream()
        .filter(column -> column.type() != ColumnType.STRUCT)
        .map(column -> column.name() + ":" + of(column))
        .collect(Collectors.joining(","));
  }

  private static String struct(Column column) {
    return column.fields().stream()
        .map(field -> field.name() + " " + of(field))
        .collect(Collectors.joining(", ", "STRUCT<", ">"));
  }

  private static String parameters(Column column) {
    if (column.maxLength() != null) {
      return "(" + column.maxLength() + ")";
    }
    if (column.precision() == null) {
      return "";
    }
    return "(" + column.precision() + (column.scale() == null ? "" : "," + column.scale()) + ")";
  }
}
