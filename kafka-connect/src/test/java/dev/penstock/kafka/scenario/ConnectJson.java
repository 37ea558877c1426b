package dev.penstock.kafka.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.jspecify.annotations.Nullable;

/**
 * Connect data as JSON without loss. Connect's own converter reads a NaN back as 0, and repeats the
 * schema with every record.
 */
final class ConnectJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private ConnectJson() {}

  static JsonNode write(@Nullable Schema schema, @Nullable Object value) {
    if (schema == null || value == null) {
      return NODES.nullNode();
    }
    if (value instanceof BigDecimal decimal) {
      return NODES.textNode(decimal.toPlainString());
    }
    return switch (schema.type()) {
      case INT8, INT16, INT32, INT64 -> NODES.numberNode(((Number) value).longValue());
      case FLOAT32, FLOAT64 -> NODES.textNode(value.toString());
      case BOOLEAN -> NODES.booleanNode((Boolean) value);
      case STRING -> NODES.textNode((String) value);
      case BYTES -> NODES.textNode(Base64.getEncoder().encodeToString(bytes(value)));
      case ARRAY -> {
        ArrayNode array = NODES.arrayNode();
        ((List<?>) value).forEach(element -> array.add(write(schema.valueSchema(), element)));
        yield array;
      }
      case STRUCT -> {
        ObjectNode object = NODES.objectNode();
        for (Field field : schema.fields()) {
          Object child = ((Struct) value).getWithoutDefault(field.name());
          if (child != null) {
            object.set(field.name(), write(field.schema(), child));
          }
        }
        yield object;
      }
      case MAP -> throw new IllegalArgumentException("Debezium sends no maps: " + schema);
    };
  }

  static @Nullable Object read(@Nullable Schema schema, @Nullable JsonNode node) {
    if (schema == null || node == null || node.isNull()) {
      return null;
    }
    if (Decimal.LOGICAL_NAME.equals(schema.name())) {
      return new BigDecimal(node.textValue());
    }
    Object date = readDate(schema, node);
    if (date != null) {
      return date;
    }
    return switch (schema.type()) {
      case INT8 -> (byte) node.intValue();
      case INT16 -> (short) node.intValue();
      case INT32 -> node.intValue();
      case INT64 -> node.longValue();
      case FLOAT32 -> Float.valueOf(node.textValue());
      case FLOAT64 -> Double.valueOf(node.textValue());
      case BOOLEAN -> node.booleanValue();
      case STRING -> node.textValue();
      case BYTES -> ByteBuffer.wrap(Base64.getDecoder().decode(node.textValue()));
      case ARRAY -> {
        List<@Nullable Object> list = new ArrayList<>();
        node.forEach(element -> list.add(read(schema.valueSchema(), element)));
        yield list;
      }
      case STRUCT -> {
        Struct struct = new Struct(schema);
        for (Field field : schema.fields()) {
          struct.put(field, read(field.schema(), node.get(field.name())));
        }
        yield struct;
      }
      case MAP -> {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        node.properties()
            .forEach(
                entry -> map.put(entry.getKey(), read(schema.valueSchema(), entry.getValue())));
        yield map;
      }
    };
  }

  /** Connect's own logical types are dates in Java. */
  @SuppressWarnings("JavaUtilDate") // Connect's own logical types.
  private static @Nullable Object readDate(Schema schema, JsonNode node) {
    String name = schema.name();
    if (Date.LOGICAL_NAME.equals(name)) {
      return Date.toLogical(schema, node.intValue());
    }
    if (Time.LOGICAL_NAME.equals(name)) {
      return Time.toLogical(schema, node.intValue());
    }
    return Timestamp.LOGICAL_NAME.equals(name)
        ? Timestamp.toLogical(schema, node.longValue())
        : null;
  }

  private static byte[] bytes(Object value) {
    if (value instanceof byte[] array) {
      return array;
    }
    ByteBuffer buffer = ((ByteBuffer) value).duplicate();
    byte[] copy = new byte[buffer.remaining()];
    buffer.get(copy);
    return copy;
  }
}
