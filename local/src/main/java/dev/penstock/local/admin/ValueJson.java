package dev.penstock.local.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as JSON objects for people: values as texts, NULL as null. Thread-safe. */
final class ValueJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private ValueJson() {}

  static ObjectNode row(List<Field> fields, List<?> values) {
    ObjectNode out = NODES.objectNode();
    for (int i = 0; i < fields.size(); i++) {
      out.set(fields.get(i).name(), value(fields.get(i), values.get(i)));
    }
    return out;
  }

  private static JsonNode value(Field field, @Nullable Object value) {
    if (field.mode() == Mode.REPEATED && value instanceof List<?> elements) {
      ArrayNode out = NODES.arrayNode();
      elements.forEach(element -> out.add(value(field.element(), element)));
      return out;
    }
    if (field.type() == FieldType.STRUCT && value instanceof List<?> members) {
      return row(field.fields(), members);
    }
    return value == null ? NODES.nullNode() : NODES.textNode(text(value));
  }

  private static String text(Object value) {
    if (value instanceof byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    }
    return value instanceof BigDecimal number
        ? (number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString())
        : value.toString();
  }
}
