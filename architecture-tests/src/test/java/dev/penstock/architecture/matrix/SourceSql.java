package dev.penstock.architecture.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Statements that make a table of rows in the SQL of a source. Immutable.
 *
 * @param types the source's type for each of BigQuery's
 * @param bytes the expression for bytes, with {@code %s} for the text in base64
 * @param interval the expression for an INTERVAL, with {@code %1$s} for the text, and {@code %2$d},
 *     {@code %3$d}, {@code %4$d} for its months, days and microseconds
 * @param array what stands before the brackets of an array
 */
record SourceSql(
    Map<StandardSQLTypeName, String> types, String bytes, String interval, String array) {
  List<String> table(String name, List<Field> columns, List<MatrixRow> rows) {
    List<String> statements = new ArrayList<>();
    statements.add(
        "CREATE TABLE "
            + name
            + " ("
            + MatrixTable.ID
            + " "
            + types.get(StandardSQLTypeName.STRING)
            + columns.stream()
                .map(c -> ", " + c.getName() + " " + type(c))
                .collect(Collectors.joining())
            + ")");
    for (MatrixRow row : rows) {
      for (Field column : columns) {
        if (column.getName().equals(row.column())) {
          statements.add(
              "INSERT INTO "
                  + name
                  + " ("
                  + MatrixTable.ID
                  + ", "
                  + column.getName()
                  + ") VALUES ("
                  + quoted(row.id())
                  + ", "
                  + value(column, row.value())
                  + ")");
        }
      }
    }
    return statements;
  }

  private String type(Field column) {
    return column.getMode() == Field.Mode.REPEATED ? element(column) + "[]" : element(column);
  }

  private String element(Field column) {
    StandardSQLTypeName type = column.getType().getStandardType();
    return type == StandardSQLTypeName.STRUCT
        ? column.getSubFields().stream()
            .map(field -> field.getName() + " " + type(field))
            .collect(Collectors.joining(", ", "STRUCT(", ")"))
        : scalar(column, Objects.requireNonNull(types.get(type)));
  }

  /** A source that declares digits declares the column's own where it has some. */
  private static String scalar(Field column, String type) {
    int digits = type.indexOf('(');
    return digits < 0 || column.getPrecision() == null
        ? type
        : type.substring(0, digits) + "(" + column.getPrecision() + ", " + column.getScale() + ")";
  }

  private String value(Field column, JsonNode value) {
    if (!value.isArray()) {
      return "CAST(" + expression(column, value) + " AS " + type(column) + ")";
    }
    String elements =
        StreamSupport.stream(value.spliterator(), false)
            .map(element -> expression(column, element))
            .collect(Collectors.joining(", ", "[", "]"));
    return "CAST(" + array + elements + " AS " + type(column) + ")";
  }

  private String expression(Field column, JsonNode value) {
    if (value.isNull()) {
      return "NULL";
    }
    if (value.isObject()) {
      return column.getSubFields().stream()
          .map(field -> quoted(field.getName()) + ": " + value(field, value.get(field.getName())))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    String text = value.textValue();
    return switch (column.getType().getStandardType()) {
      case BYTES -> String.format(Locale.ROOT, bytes, quoted(text));
      case DATE -> date(text);
      case INTERVAL -> lengthOfTime(text);
      default -> quoted(text);
    };
  }

  /** By its number, because sources write years before 1 and after 9999 each in their own way. */
  private static String date(String text) {
    return "DATE '1970-01-01' + (" + LocalDate.parse(text).toEpochDay() + ")";
  }

  private String lengthOfTime(String text) {
    LengthOfTime parts = LengthOfTime.parse(text);
    return String.format(
        Locale.ROOT, interval, quoted(text), parts.months(), parts.days(), parts.micros());
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
