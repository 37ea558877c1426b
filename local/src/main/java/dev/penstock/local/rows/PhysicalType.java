package dev.penstock.local.rows;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import java.util.List;
import java.util.stream.Collectors;

/** How a column is declared in DuckDB. Immutable. */
public final class PhysicalType {
  private PhysicalType() {}

  /** The columns of a CREATE TABLE that takes partial rows. */
  public static String columns(List<Field> fields) {
    return fields.stream()
        .map(field -> quote(field.name()) + " " + of(field))
        .collect(Collectors.joining(", "));
  }

  /** A column of a table: REQUIRED is NOT NULL, and an array is empty when it is not given. */
  static String column(Field field) {
    String suffix =
        switch (field.mode()) {
          case NULLABLE -> "";
          case REQUIRED -> " NOT NULL";
          case REPEATED -> " DEFAULT []";
        };
    return quote(field.name()) + " " + of(field) + suffix;
  }

  /** The column names, quoted, each with a prefix such as {@code l.}. */
  static String names(List<Field> fields, String prefix) {
    return fields.stream()
        .map(field -> prefix + quote(field.name()))
        .collect(Collectors.joining(", "));
  }

  /** The type of a field, an array for a REPEATED one. */
  static String of(Field field) {
    return field.mode() == Mode.REPEATED ? element(field) + "[]" : element(field);
  }

  private static String element(Field field) {
    return switch (field.type()) {
      case BOOL -> "BOOLEAN";
      case INT64 -> "BIGINT";
      case FLOAT64 -> "DOUBLE";
      case NUMERIC -> "DECIMAL(38,9)";
      case BIGNUMERIC, STRING, GEOGRAPHY, INTERVAL, RANGE -> "VARCHAR";
      case BYTES -> "BLOB";
      case DATE -> "DATE";
      case TIME -> "TIME";
      case DATETIME -> "TIMESTAMP";
      case TIMESTAMP -> "TIMESTAMPTZ";
      case JSON -> "JSON";
      case STRUCT ->
          field.fields().stream()
              .map(child -> quote(child.name()) + " " + of(child))
              .collect(Collectors.joining(", ", "STRUCT(", ")"));
    };
  }

  static String quote(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
