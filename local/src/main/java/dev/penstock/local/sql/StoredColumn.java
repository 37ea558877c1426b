package dev.penstock.local.sql;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;

/** How a column lies in its physical table, where INTERVAL is canonical text. */
final class StoredColumn {
  private StoredColumn() {}

  /** The column as expressions want it. */
  static String read(Field field) {
    String column = DuckSql.name(field.name());
    if (field.mode() == Mode.REPEATED) {
      // A REPEATED column is never NULL in a query; the row store may hold NULL for it.
      return "coalesce(" + element(field, column) + ", [])";
    }
    return element(field, column);
  }

  private static String element(Field field, String column) {
    if (field.type() == FieldType.JSON) {
      return column + "::VARCHAR" + (field.mode() == Mode.REPEATED ? "[]" : "");
    }
    if (field.type() == FieldType.INTERVAL && field.mode() != Mode.REPEATED) {
      return "(to_months(CAST(bq_interval_part("
          + column
          + ", 'MONTHS') AS INTEGER))"
          + " + to_days(CAST(bq_interval_part("
          + column
          + ", 'DAYS') AS INTEGER))"
          + " + to_microseconds(bq_interval_part("
          + column
          + ", 'MICROS')))";
    }
    return column;
  }

  /** A value as the column stores it, failing as the service does when it does not fit. */
  static String write(Field field, String value, Casts casts) {
    if (field.mode() == Mode.REPEATED) {
      return "CASE WHEN len(list_filter("
          + value
          + ", lambda x: x IS NULL)) > 0 THEN "
          + failure("Array cannot have a null element; error in writing field ", field)
          + " ELSE coalesce("
          + value
          + ", []) END";
    }
    String fitting = fitting(field, value, casts);
    if (field.mode() != Mode.REQUIRED) {
      return fitting;
    }
    return "CASE WHEN "
        + value
        + " IS NULL THEN "
        + failure("Required field cannot be null: ", field)
        + " ELSE "
        + fitting
        + " END";
  }

  /** SQ-017. */
  private static String fitting(Field field, String value, Casts casts) {
    if (field.type() == FieldType.INTERVAL) {
      return casts.text(FieldTypes.toType(field), value);
    }
    if (field.maxLength() != null) {
      String length = field.type() == FieldType.BYTES ? "octet_length(" : "length(";
      String tooLong =
          DataTypes.text(field) + " has maximum length " + field.maxLength() + ", error in field ";
      return "CASE WHEN "
          + length
          + value
          + ") > "
          + field.maxLength()
          + " THEN "
          + failure(tooLong, field)
          + " ELSE "
          + value
          + " END";
    }
    if (field.precision() == null) {
      return value;
    }
    String scale = field.scale() == null ? "0" : field.scale().toString();
    String fitted =
        "bq_decimal_fit(CAST("
            + value
            + " AS VARCHAR), '"
            + field.precision()
            + "', '"
            + scale
            + "', "
            + DuckSql.text(DataTypes.text(field))
            + ")";
    return field.type() == FieldType.NUMERIC
        ? "CAST(" + fitted + " AS " + DuckTypes.NUMERIC + ")"
        : fitted;
  }

  private static String failure(String text, Field field) {
    String type =
        field.type() == FieldType.INTERVAL ? "VARCHAR" : DuckTypes.of(FieldTypes.toType(field));
    return DuckSql.failure(DuckSql.text(text + field.name()), type);
  }
}
