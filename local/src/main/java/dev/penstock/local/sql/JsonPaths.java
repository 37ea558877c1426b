package dev.penstock.local.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** JSON functions over JSON text. */
final class JsonPaths {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();
  private static final Pattern STEP =
      Pattern.compile(
          "\\.([A-Za-z_][\\w-]*)|\\.\"((?:[^\"\\\\]|\\\\.)*)\"|\\[(\\d+)\\]|\\['([^']*)'\\]"
              + "|\\[\"([^\"]*)\"\\]|\\.(\\d+)");

  private JsonPaths() {}

  /** JSON_VALUE: a scalar as text, else null. */
  static @Nullable String value(String json, String path) {
    return scalar(find(json, path));
  }

  /** JSON_QUERY of text: JSON text, null for a JSON null or when nothing is there. */
  static @Nullable String query(String json, String path) {
    JsonNode node = find(json, path);
    return node == null || node.isNull() ? null : node.toString();
  }

  /** JSON_QUERY of a JSON value: JSON text, null when nothing is there. */
  static @Nullable String queryJson(String json, String path) {
    JsonNode node = find(json, path);
    return node == null ? null : node.toString();
  }

  /** JSON_VALUE_ARRAY as a JSON array of texts; null unless all elements are scalars. */
  static @Nullable String valueArray(String json, String path) {
    JsonNode node = find(json, path);
    if (node == null || !node.isArray()) {
      return null;
    }
    ArrayNode texts = JsonNodeFactory.instance.arrayNode();
    for (JsonNode element : node) {
      if (element.isContainerNode()) {
        return null;
      }
      texts.add(scalar(element));
    }
    return texts.toString();
  }

  /** JSON_QUERY_ARRAY as a JSON array of JSON texts. */
  static @Nullable String queryArray(String json, String path) {
    JsonNode node = find(json, path);
    if (node == null || !node.isArray()) {
      return null;
    }
    ArrayNode texts = JsonNodeFactory.instance.arrayNode();
    node.forEach(element -> texts.add(element.toString()));
    return texts.toString();
  }

  /** PARSE_JSON: the same document without spaces. */
  static String parse(String json) {
    JsonNode node = tree(json);
    if (node == null) {
      throw new IllegalArgumentException("Invalid input to PARSE_JSON: not a JSON document");
    }
    return node.toString();
  }

  /** JSON_TYPE. */
  static String type(String json) {
    JsonNode node = tree(json);
    JsonNodeType type = node == null ? JsonNodeType.NULL : node.getNodeType();
    return switch (type) {
      case OBJECT -> "object";
      case ARRAY -> "array";
      case STRING -> "string";
      case NUMBER -> "number";
      case BOOLEAN -> "boolean";
      default -> "null";
    };
  }

  /** A text as a JSON string. */
  static String quote(String text) {
    return JsonNodeFactory.instance.textNode(text).toString();
  }

  /** The text of a JSON string; an error for other JSON. */
  static String string(String json) {
    JsonNode node = tree(json);
    if (node == null || !node.isTextual()) {
      throw new IllegalArgumentException("The provided JSON input is not a string");
    }
    return node.textValue();
  }

  /** A JSON number as INT64; an error for other JSON. */
  static long int64(String json) {
    JsonNode node = tree(json);
    if (node == null || !node.isNumber()) {
      throw new IllegalArgumentException("The provided JSON input is not an integer");
    }
    try {
      return node.decimalValue().longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "The provided JSON number: " + node + " cannot be converted to an integer", e);
    }
  }

  /** A JSON number as FLOAT64; an error for other JSON. */
  static double float64(String json) {
    JsonNode node = tree(json);
    if (node == null || !node.isNumber()) {
      throw new IllegalArgumentException("The provided JSON input is not a number");
    }
    return node.doubleValue();
  }

  /** A JSON boolean; an error for other JSON. */
  static boolean bool(String json) {
    JsonNode node = tree(json);
    if (node == null || !node.isBoolean()) {
      throw new IllegalArgumentException("The provided JSON input is not a boolean");
    }
    return node.booleanValue();
  }

  private static @Nullable String scalar(@Nullable JsonNode node) {
    return node == null || node.isNull() || node.isContainerNode() ? null : node.asText();
  }

  private static @Nullable JsonNode find(String json, String path) {
    JsonNode node = tree(json);
    for (String step : steps(path)) {
      if (node == null) {
        return null;
      }
      boolean index = node.isArray() && !step.isEmpty() && Character.isDigit(step.charAt(0));
      node = index ? node.get(Integer.parseInt(step)) : node.get(step);
    }
    return node;
  }

  private static @Nullable JsonNode tree(String json) {
    try {
      JsonNode node = MAPPER.readTree(json);
      return node.isMissingNode() ? null : node;
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  private static List<String> steps(String path) {
    if (!path.startsWith("$")) {
      throw new IllegalArgumentException("JSONPath must start with '$'");
    }
    List<String> steps = new ArrayList<>();
    Matcher matcher = STEP.matcher(path);
    int at = 1;
    while (at < path.length()) {
      if (!matcher.find(at) || matcher.start() != at) {
        throw new IllegalArgumentException("Invalid token in JSONPath at: " + path.substring(at));
      }
      for (int group = 1; group <= matcher.groupCount(); group++) {
        if (matcher.group(group) != null) {
          steps.add(matcher.group(group));
        }
      }
      at = matcher.end();
    }
    return steps;
  }
}
