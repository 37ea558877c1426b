package dev.penstock.cli.source;

import dev.penstock.cli.column.TypeText;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The rows of a table as texts, value by value in the kinds of its schema. */
final class ReadRows {
  private ReadRows() {}

  static List<String> of(SourceTable table) {
    List<String> rows = new ArrayList<>();
    try (RowCursor cursor = table.rows()) {
      while (cursor.next()) {
        rows.add(row(cursor.row(), cursor.schema().fields()));
      }
    }
    return rows;
  }

  /** The types of a table: {@code id INT64, price NUMERIC}. */
  static String types(SourceTable table) {
    return table.columns().stream()
        .map(c -> c.column().name() + " " + TypeText.of(c.column()))
        .collect(Collectors.joining(", "));
  }

  private static String row(RowReader row, List<SourceField> fields) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      values.add(row.isNull(i) ? "NULL" : value(row, i, fields.get(i)));
    }
    return String.join("|", values);
  }

  private static String value(RowReader row, int i, SourceField field) {
    return switch (field.kind()) {
      case BOOL -> Boolean.toString(row.booleanAt(i));
      case LONG, UNSIGNED_LONG, DATE, TIME, DATETIME, INSTANT -> Long.toString(row.longAt(i));
      case DOUBLE -> Double.toString(row.doubleAt(i));
      case DECIMAL -> row.decimalAt(i).toPlainString();
      case TEXT, JSON, INTERVAL -> text(row, i);
      case BYTES -> {
        int[] length = new int[1];
        row.bytes(i, (array, offset, count) -> length[0] = count);
        yield length[0] + " bytes";
      }
      case STRUCT -> "{" + row(row.struct(i), field.children()) + "}";
      case LIST -> {
        List<String> elements = new ArrayList<>();
        int size = row.list(i).size();
        for (int element = 0; element < size; element++) {
          elements.add(value(row.list(i), element, field.children().get(0)));
        }
        yield elements.toString();
      }
    };
  }

  private static String text(RowReader row, int i) {
    StringBuilder text = new StringBuilder();
    row.text(
        i,
        new RowReader.TextSink() {
          @Override
          public void text(String value) {
            text.append(value);
          }

          @Override
          public void utf8(byte[] array, int offset, int length) {
            text.append(new String(array, offset, length, StandardCharsets.UTF_8));
          }
        });
    return text.toString();
  }
}
