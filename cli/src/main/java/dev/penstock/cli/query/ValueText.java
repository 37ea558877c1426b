package dev.penstock.cli.query;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The values of result rows as text and as JSON. Immutable. */
final class ValueText {
  private static final JsonFactory JSON = new JsonFactory();
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");

  private ValueText() {}

  /** A scalar as it is, an array or struct as JSON; null for NULL. */
  static @Nullable String text(Column column, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    return value instanceof List<?>
        ? json(List.of(column), List.of(value), false)
        : scalar(column, value);
  }

  /** A row as one JSON object. */
  static String json(List<Column> columns, List<@Nullable Object> values) {
    return json(columns, values, true);
  }

  private static String json(
      List<Column> columns, List<? extends @Nullable Object> values, boolean object) {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      if (object) {
        writeStruct(json, columns, values);
      } else {
        write(json, columns.get(0), values.get(0));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  private static void writeStruct(
      JsonGenerator json, List<Column> fields, List<? extends @Nullable Object> values)
      throws IOException {
    json.writeStartObject();
    Iterator<? extends @Nullable Object> value = values.iterator();
    for (Column field : fields) {
      json.writeFieldName(field.name());
      write(json, field, value.next());
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Column column, @Nullable Object value)
      throws IOException {
    if (column.mode() == ColumnMode.REPEATED && value instanceof List<?> elements) {
      json.writeStartArray();
      for (Object element : elements) {
        writeElement(json, column, element);
      }
      json.writeEndArray();
    } else {
      writeElement(json, column, value);
    }
  }

  private static void writeElement(JsonGenerator json, Column column, @Nullable Object value)
      throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof List<?> fields) {
      writeStruct(json, column.fields(), fields);
    } else {
      String text = scalar(column, value);
      switch (column.type()) {
        case INT64, NUMERIC, BIGNUMERIC, FLOAT64 -> {
          if (NUMBER.matcher(text).matches()) {
            json.writeNumber(text);
          } else {
            json.writeString(text);
          }
        }
        case BOOL -> json.writeBoolean(Boolean.parseBoolean(text));
        case JSON -> json.writeRawValue(text);
        default -> json.writeString(text);
      }
    }
  }

  private static String scalar(Column column, Object value) {
    return column.type() == ColumnType.TIMESTAMP
        ? Instant.EPOCH.plus(Long.parseLong((String) value), ChronoUnit.MICROS).toString()
        : (String) value;
  }
}
