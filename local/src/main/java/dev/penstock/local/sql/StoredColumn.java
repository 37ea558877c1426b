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
}
