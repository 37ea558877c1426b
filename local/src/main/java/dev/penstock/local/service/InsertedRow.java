package dev.penstock.local.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.decode.ColumnDefault;
import dev.penstock.local.decode.FileValue;
import dev.penstock.local.decode.RowFaultException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes rows of the JSON objects of insertAll (RT-158, RT-159, RT-168, RT-171). Immutable. */
final class InsertedRow {
  private final List<Field> columns;
  private final boolean ignoreUnknown;
  private final InstantSource clock;

  InsertedRow(List<Field> columns, boolean ignoreUnknown, InstantSource clock) {
    this.columns = columns;
    this.ignoreUnknown = ignoreUnknown;
    this.clock = clock;
  }

  /** Why a row cannot be stored. Without a stack trace. */
  static final class Fault extends Exception {
    private static final long serialVersionUID = 1L;

    private final String location;

    Fault(String location, String message) {
      super(message, null, false, false);
      this.location = location;
    }

    /** The column. */
    String location() {
      return location;
    }
  }

  @Nullable Object[] read(ObjectNode row) throws Fault {
    return read(columns, row, "");
  }

  private @Nullable Object[] read(List<Field> fields, ObjectNode row, String prefix) throws Fault {
    @Nullable Object[] values = new @Nullable Object[fields.size()];
    boolean[] given = new boolean[fields.size()];
    for (Map.Entry<String, JsonNode> member : row.properties()) {
      int index = index(fields, member.getKey());
      if (index >= 0) {
        given[index] = true;
        values[index] = value(fields.get(index), member.getValue(), prefix);
      } else if (!ignoreUnknown) {
        String path = prefix + member.getKey();
        throw new Fault(path, "no such field: " + path + ".");
      }
    }
    for (int i = 0; i < values.length; i++) {
      Field field = fields.get(i);
      if (!given[i]) {
        values[i] = ColumnDefault.value(field, clock);
      }
      if (values[i] == null && field.mode() == Mode.REQUIRED) {
        String path = prefix + field.name();
        throw new Fault(path, "Missing required field: " + path + ".");
      }
    }
    return values;
  }

  private static int index(List<Field> fields, String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  private @Nullable Object value(Field field, JsonNode node, String prefix) throws Fault {
    if (node.isNull()) {
      return null;
    }
    if (field.mode() != Mode.REPEATED) {
      return element(field, node, prefix);
    }
    if (!node.isArray()) {
      throw new Fault(prefix + field.name(), "This field: " + field.name() + " is repeated.");
    }
    List<Object> elements = new ArrayList<>();
    for (JsonNode element : node) {
      if (element.isNull()) {
        throw new Fault(prefix + field.name(), "Field value cannot be empty.");
      }
      elements.add(element(field, element, prefix));
    }
    return elements;
  }

  private Object element(Field field, JsonNode node, String prefix) throws Fault {
    String path = prefix + field.name();
    if (field.type() == FieldType.STRUCT) {
      if (node instanceof ObjectNode object) {
        return Arrays.asList(read(field.fields(), object, path + "."));
      }
      throw new Fault(path, "This field: " + field.name() + " is a record.");
    }
    if (node.isArray() && field.type() != FieldType.JSON) {
      throw new Fault(path, "Array specified for non-repeated field: " + field.name() + ".");
    }
    if (field.type() == FieldType.RANGE && node instanceof ObjectNode bounds) {
      return range(field, bounds, path);
    }
    if (node.isObject() && field.type() != FieldType.JSON) {
      throw new Fault(path, "This field: " + field.name() + " is not a record.");
    }
    return scalar(field, node, path);
  }

  /** A RANGE as its client writes it: an object with the bounds that it has. */
  private Object range(Field field, ObjectNode bounds, String path) throws Fault {
    @Nullable Object[] values = read(field.fields(), bounds, path + ".");
    try {
      return new FileValue(field).ofBounds(Arrays.asList(values));
    } catch (RowFaultException e) {
      throw new Fault(path, String.valueOf(e.getMessage()));
    }
  }

  private static Object scalar(Field field, JsonNode node, String path) throws Fault {
    try {
      String text =
          field.type() == FieldType.JSON && !node.isTextual() ? node.toString() : node.asText();
      return new FileValue(field).ofText(text);
    } catch (RowFaultException e) {
      throw new Fault(path, String.valueOf(e.getMessage()));
    }
  }
}
