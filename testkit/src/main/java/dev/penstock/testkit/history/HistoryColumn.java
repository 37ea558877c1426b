package dev.penstock.testkit.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.protobuf.ByteString;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of a source table under the BigQuery type that it has at the destination. Immutable.
 *
 * <p>A value is a {@link Long}, {@link Double}, {@link Boolean}, {@link String}, {@link BigDecimal}
 * without trailing zeros, {@link ByteString}, {@link LocalDate}, {@link LocalTime}, {@link
 * Instant}, or for JSON a {@link JsonNode}; a repeated column holds a {@link List} of them and is
 * never null.
 *
 * @param since the operation that adds the column; 0 for a column of the fixture
 */
public record HistoryColumn(String name, Type type, boolean repeated, int since) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  /** The types that histories use, by GoogleSQL name. A JSON column may be stored as STRING. */
  public enum Type {
    INT64,
    FLOAT64,
    BOOL,
    STRING,
    NUMERIC,
    BYTES,
    DATE,
    TIME,
    TIMESTAMP,
    JSON
  }

  /** The value of this column in a history file; a missing one is NULL, or empty if repeated. */
  @Nullable Object value(@Nullable JsonNode node) {
    if (repeated) {
      List<Object> elements = new ArrayList<>();
      if (node != null) {
        node.forEach(element -> elements.add(scalar(element)));
      }
      return elements;
    }
    return node == null || node.isNull() ? null : scalar(node);
  }

  Object scalar(JsonNode node) {
    return switch (type) {
      case INT64 -> node.longValue();
      case FLOAT64 -> node.isTextual() ? Double.valueOf(node.textValue()) : node.doubleValue();
      case BOOL -> node.booleanValue();
      case STRING -> node.isObject() ? repeatedText(node) : node.textValue();
      case NUMERIC -> decimal(node.textValue());
      case BYTES -> ByteString.copyFrom(HexFormat.of().parseHex(node.textValue()));
      case DATE -> LocalDate.parse(node.textValue());
      case TIME -> LocalTime.parse(node.textValue());
      case TIMESTAMP -> Instant.parse(node.textValue());
      case JSON -> node;
    };
  }

  /** A key value from its text in a change line. */
  Object keyPart(String text) {
    return type == Type.INT64 ? Long.valueOf(text) : text;
  }

  /** A value read from a table in the form that {@link Operation#state} has it. */
  @Nullable Object comparable(@Nullable Object value) {
    if (type == Type.JSON && value instanceof String text) {
      return parse(text);
    }
    return type == Type.NUMERIC && value instanceof BigDecimal number
        ? decimal(number.toPlainString())
        : value;
  }

  static JsonMapper json() {
    return JSON;
  }

  private static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("A JSON column holds text that is not JSON", e);
    }
  }

  private static String repeatedText(JsonNode node) {
    return node.required("repeat").textValue().repeat(node.required("times").intValue());
  }

  private static BigDecimal decimal(String text) {
    BigDecimal number = new BigDecimal(text);
    return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
  }
}
