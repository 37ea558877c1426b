package dev.penstock.local.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** LAX_ functions and those of arrays: JSON values as the text of another type. */
final class JsonConversions {
  private JsonConversions() {}

  /** A value as BOOL, INT64, FLOAT64 or STRING; null where it is none. */
  static @Nullable String lax(String type, String json) {
    return lax(type, JsonEdits.read(json), json);
  }

  /** The elements of an array as a JSON array of texts and nulls; null for other JSON. */
  static @Nullable String laxArray(String type, String json) {
    JsonNode node = JsonEdits.read(json);
    if (!node.isArray()) {
      return null;
    }
    ArrayNode texts = JsonNodeFactory.instance.arrayNode();
    for (JsonNode element : node) {
      texts.add(lax(type, element, element.toString()));
    }
    return texts.toString();
  }

  /** The elements of an array of one type as a JSON array of texts; an error for other JSON. */
  static String array(String type, String json) {
    JsonNode node = JsonEdits.read(json);
    ArrayNode texts = JsonNodeFactory.instance.arrayNode();
    boolean fits = node.isArray();
    for (JsonNode element : node) {
      fits &= isOf(type, element);
      texts.add(element.asText());
    }
    if (!fits) {
      throw new IllegalArgumentException("The provided JSON input is not an array of " + type);
    }
    return texts.toString();
  }

  private static boolean isOf(String type, JsonNode element) {
    return switch (type) {
      case "BOOL" -> element.isBoolean();
      case "INT64" -> element.isNumber() && isInt64(element.decimalValue());
      case "FLOAT64" -> element.isNumber();
      default -> element.isTextual();
    };
  }

  private static boolean isInt64(BigDecimal value) {
    try {
      value.longValueExact();
      return true;
    } catch (ArithmeticException e) {
      return false;
    }
  }

  private static @Nullable String lax(String type, JsonNode node, String json) {
    if (node.isContainerNode() || node.isNull()) {
      return null;
    }
    return switch (type) {
      case "BOOL" -> bool(node);
      case "INT64" -> int64(node);
      case "FLOAT64" -> float64(node);
      default ->
          node.isTextual() ? node.textValue() : JsonValues.of(json).replaceFirst("\\.0$", "");
    };
  }

  private static @Nullable String bool(JsonNode node) {
    if (node.isNumber()) {
      return Boolean.toString(node.decimalValue().signum() != 0);
    }
    String text = node.asText().toLowerCase(Locale.ROOT);
    return text.equals("true") || text.equals("false") ? text : null;
  }

  private static @Nullable String int64(JsonNode node) {
    if (node.isBoolean()) {
      return node.booleanValue() ? "1" : "0";
    }
    try {
      BigDecimal value =
          node.isNumber()
              ? node.decimalValue()
              : NumberTexts.parseDecimal(node.textValue(), "INT64");
      return Long.toString(value.setScale(0, RoundingMode.HALF_UP).longValueExact());
    } catch (IllegalArgumentException | ArithmeticException e) {
      return null;
    }
  }

  private static @Nullable String float64(JsonNode node) {
    if (node.isBoolean()) {
      return null;
    }
    try {
      double value =
          node.isNumber() ? node.doubleValue() : NumberTexts.parseFloat64(node.textValue());
      return NumberTexts.text(value);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
