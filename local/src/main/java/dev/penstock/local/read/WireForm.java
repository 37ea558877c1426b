package dev.penstock.local.read;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.rows.LogicalSize;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;

/**
 * The form that columns leave the database in for a read: dates as days, times as microseconds,
 * JSON as text, an absent array as an empty one, of a STRUCT the selected fields only. One owner
 * thread.
 */
final class WireForm {
  private int lambdas;

  /** The select list that gives the fields of a table as columns {@code c0}, {@code c1}, … */
  String select(List<Field> fields) {
    StringJoiner items = new StringJoiner(", ");
    for (int i = 0; i < fields.size(); i++) {
      items.add(value(fields.get(i), quote(fields.get(i).name())) + " AS c" + i);
    }
    return items.toString();
  }

  /** About how many bytes a row of those columns takes. */
  static String bytes(List<Field> fields) {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      columns.add("c" + i);
    }
    return LogicalSize.ofRow(fields, columns);
  }

  private String value(Field field, String sql) {
    if (field.mode() != Mode.REPEATED) {
      return element(field, sql);
    }
    String list = "coalesce(" + sql + ", [])";
    return isPlain(field) ? list : transform(list, element -> element(field, element));
  }

  private String element(Field field, String sql) {
    return switch (field.type()) {
      case DATE -> "CAST(" + sql + " - DATE '1970-01-01' AS INTEGER)";
      case TIME, DATETIME, TIMESTAMP -> "epoch_us(" + sql + ")";
      case JSON -> "CAST(" + sql + " AS VARCHAR)";
      case STRUCT -> struct(field, sql);
      case BOOL, INT64, FLOAT64, NUMERIC, BIGNUMERIC, STRING, BYTES, GEOGRAPHY, INTERVAL, RANGE ->
          sql;
    };
  }

  private static boolean isPlain(Field field) {
    return switch (field.type()) {
      case DATE, TIME, DATETIME, TIMESTAMP, JSON, STRUCT -> false;
      case BOOL, INT64, FLOAT64, NUMERIC, BIGNUMERIC, STRING, BYTES, GEOGRAPHY, INTERVAL, RANGE ->
          true;
    };
  }

  private String struct(Field field, String sql) {
    StringJoiner fields = new StringJoiner(", ", "struct_pack(", ")");
    for (Field child : field.fields()) {
      fields.add(quote(child.name()) + " := " + value(child, child(sql, child)));
    }
    return "CASE WHEN " + sql + " IS NULL THEN NULL ELSE " + fields + " END";
  }

  private String transform(String list, UnaryOperator<String> change) {
    String element = "e" + ++lambdas;
    return "list_transform(" + list + ", lambda " + element + ": " + change.apply(element) + ")";
  }

  private static String child(String struct, Field child) {
    return "struct_extract(" + struct + ", '" + child.name().replace("'", "''") + "')";
  }

  private static String quote(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
