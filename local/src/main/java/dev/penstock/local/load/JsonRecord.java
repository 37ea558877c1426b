package dev.penstock.local.load;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.decode.FileValue;
import dev.penstock.local.decode.RowFaultException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON objects into the columns of their members' names, in any case. Immutable. */
final class JsonRecord {
  /** A column with what reads its values. */
  private record Column(int position, Field field, FileValue value, @Nullable JsonRecord nested) {}

  private final List<Field> fields;
  private final boolean ignoreUnknown;
  private final Map<String, Column> columns = new HashMap<>();

  JsonRecord(List<Field> fields, boolean ignoreUnknown) {
    this.fields = fields;
    this.ignoreUnknown = ignoreUnknown;
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      JsonRecord nested =
          field.type() == FieldType.STRUCT ? new JsonRecord(field.fields(), ignoreUnknown) : null;
      Column column = new Column(i, field, new FileValue(field), nested);
      columns.put(field.name(), column);
      columns.put(field.name().toLowerCase(Locale.ROOT), column);
    }
  }

  /** Reads the object that a parser stands on the beginning of. */
  @Nullable Object[] read(JsonParser in) throws IOException, RowFaultException {
    @Nullable Object[] row = new @Nullable Object[fields.size()];
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      Column column = find(name);
      if (column != null) {
        row[column.position] = value(in, column);
      } else if (ignoreUnknown) {
        in.skipChildren();
      } else {
        throw new RowFaultException("No such field: " + name + ".");
      }
    }
    requireAll(row);
    return row;
  }

  private @Nullable Column find(String name) {
    Column column = columns.get(name);
    return column == null ? columns.get(name.toLowerCase(Locale.ROOT)) : column;
  }

  /** LD-039. */
  private void requireAll(@Nullable Object[] row) throws RowFaultException {
    for (int i = 0; i < row.length; i++) {
      if (row[i] == null && fields.get(i).mode() == Mode.REQUIRED) {
        throw new RowFaultException("Missing required field: " + fields.get(i).name() + ".");
      }
    }
  }

  private static @Nullable Object value(JsonParser in, Column column)
      throws IOException, RowFaultException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return nothing(column);
    }
    boolean array = in.currentToken() == JsonToken.START_ARRAY;
    if (column.field.mode() == Mode.REPEATED) {
      if (!array) {
        throw new RowFaultException(
            "Repeated field must be imported as a JSON array. Field: " + column.field.name() + ".");
      }
      return elements(in, column);
    }
    if (array && column.field.type() != FieldType.JSON) {
      throw new RowFaultException(
          "Array specified for non-repeated field: " + column.field.name() + ".");
    }
    return element(in, column);
  }

  /** LD-036. */
  private static @Nullable Object nothing(Column column) throws RowFaultException {
    if (column.field.mode() == Mode.REQUIRED) {
      throw nullValue(column);
    }
    return null;
  }

  private static RowFaultException nullValue(Column column) {
    return new RowFaultException(
        "Only optional fields can be set to NULL. Field: " + column.field.name() + "; Value: NULL");
  }

  private static List<Object> elements(JsonParser in, Column column)
      throws IOException, RowFaultException {
    List<Object> elements = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (in.currentToken() == JsonToken.VALUE_NULL) {
        throw nullValue(column);
      }
      elements.add(element(in, column));
    }
    return elements;
  }

  private static Object element(JsonParser in, Column column)
      throws IOException, RowFaultException {
    if (column.field.type() == FieldType.JSON) {
      return column.value.ofJson(in);
    }
    boolean object = in.currentToken() == JsonToken.START_OBJECT;
    JsonRecord nested = column.nested;
    if (nested != null && object) {
      return Arrays.asList(nested.read(in));
    }
    if (nested != null || object || in.currentToken() == JsonToken.START_ARRAY) {
      throw new RowFaultException(
          "Could not convert value to "
              + column.field.type().restName().toLowerCase(Locale.ROOT)
              + ". Field: "
              + column.field.name());
    }
    return column.value.ofText(in.getText());
  }
}
