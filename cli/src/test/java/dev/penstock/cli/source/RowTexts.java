package dev.penstock.cli.source;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rows of a cursor as texts, by column. */
final class RowTexts {
  private RowTexts() {}

  static List<Map<String, String>> all(SourceTable table) {
    List<Map<String, String>> rows = new ArrayList<>();
    try (RowCursor cursor = table.rows()) {
      while (cursor.next()) {
        Map<String, String> row = new LinkedHashMap<>();
        List<SourceField> fields = cursor.schema().fields();
        for (int i = 0; i < fields.size(); i++) {
          row.put(fields.get(i).name(), text(fields.get(i), cursor.row(), i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  static String text(SourceField field, RowReader row, int ordinal) {
    if (row.isNull(ordinal)) {
      return "NULL";
    }
    return switch (field.kind()) {
      case BOOL -> Boolean.toString(row.booleanAt(ordinal));
      case LONG, DATE, TIME, DATETIME, INSTANT -> Long.toString(row.longAt(ordinal));
      case UNSIGNED_LONG -> Long.toUnsignedString(row.longAt(ordinal));
      case DOUBLE -> Double.toString(row.doubleAt(ordinal));
      case DECIMAL -> row.decimalAt(ordinal).toPlainString();
      case TEXT, INTERVAL, JSON -> characters(row, ordinal);
      case BYTES -> bytes(row, ordinal);
      case STRUCT -> struct(field, row.struct(ordinal));
      case LIST -> list(field, row.list(ordinal));
    };
  }

  private static String characters(RowReader row, int ordinal) {
    List<String> texts = new ArrayList<>();
    row.text(
        ordinal,
        new RowReader.TextSink() {
          @Override
          public void text(String value) {
            texts.add(value);
          }

          @Override
          public void utf8(byte[] array, int offset, int length) {
            texts.add(new String(array, offset, length, StandardCharsets.UTF_8));
          }
        });
    return String.join("|", texts);
  }

  private static String bytes(RowReader row, int ordinal) {
    List<String> texts = new ArrayList<>();
    row.bytes(
        ordinal,
        (array, offset, length) ->
            texts.add(HexFormat.of().formatHex(array, offset, offset + length)));
    return String.join("|", texts);
  }

  private static String struct(SourceField field, RowReader struct) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < field.children().size(); i++) {
      SourceField child = field.children().get(i);
      texts.add(child.name() + "=" + text(child, struct, i));
    }
    return "{" + String.join(", ", texts) + "}";
  }

  private static String list(SourceField field, RowReader list) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      texts.add(text(field.children().get(0), list, i));
    }
    return texts.toString();
  }
}
