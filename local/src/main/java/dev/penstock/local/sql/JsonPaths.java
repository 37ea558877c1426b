package dev.penstock.local.sql;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** JSON functions over JSON text. */
final class JsonPaths {
  private static final JsonFactory FACTORY = factory();
  private static final ObjectMapper MAPPER =
      JsonMapper.builder(FACTORY)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final Pattern STEP =
      Pattern.compile(
          "\\.([\\p{L}\\p{N}_][\\p{L}\\p{M}\\p{N}_ -]*)|\\.\"((?:[^\"\\\\]|\\\\.)*)\"|\\[(\\d+)\\]"
              + "|\\['([^']*)'\\]|\\[\"([^\"]*)\"\\]");

  private static final Pattern INDEX = Pattern.compile("\\d{1,9}");

  private static JsonFactory factory() {
    JsonFactory factory =
        JsonFactory.builder().disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE).build();
    factory.setCharacterEscapes(new LineSeparators());
    return factory;
  }

  private JsonPaths() {}

  /** JSON_VALUE: a scalar as text, else null. */
  static @Nullable String value(String json, String path) {
    return at(json, path, JsonPaths::scalar);
  }

  /** JSON_QUERY of text: JSON text, null for a JSON null or when nothing is there. */
  static @Nullable String query(String json, String path) {
    return at(json, path, in -> in.currentToken() == JsonToken.VALUE_NULL ? null : copy(in));
  }

  /** JSON_QUERY of a JSON value: JSON text, null when nothing is there. */
  static @Nullable String queryJson(String json, String path) {
    return at(json, path, JsonPaths::copy);
  }

  /** JSON_VALUE_ARRAY as a JSON array of texts; null unless all elements are scalars. */
  static @Nullable String valueArray(String json, String path) {
    return at(
        json,
        path,
        in -> {
          ArrayNode texts = JsonNodeFactory.instance.arrayNode();
          boolean array = in.currentToken() == JsonToken.START_ARRAY;
          while (array && in.nextToken() != JsonToken.END_ARRAY) {
            array = in.currentToken().isScalarValue();
            texts.add(scalar(in));
          }
          return array ? texts.toString() : null;
        });
  }

  /** JSON_QUERY_ARRAY as a JSON array of JSON texts. */
  static @Nullable String queryArray(String json, String path) {
    return at(
        json,
        path,
        in -> {
          if (in.currentToken() != JsonToken.START_ARRAY) {
            return null;
          }
          ArrayNode texts = JsonNodeFactory.instance.arrayNode();
          while (in.nextToken() != JsonToken.END_ARRAY) {
            texts.add(copy(in));
          }
          return texts.toString();
        });
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
    StringWriter quoted = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(quoted)) {
      out.writeString(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return quoted.toString();
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

  /** What a part of a document is read as. */
  private interface Reading {
    @Nullable String read(JsonParser in) throws IOException;
  }

  /** Reads what is at a path; null when nothing is there or the text before its end is no JSON. */
  private static @Nullable String at(String json, String path, Reading reading) {
    List<String> steps = names(path);
    try (JsonParser in = FACTORY.createParser(json)) {
      boolean found = in.nextToken() != null;
      for (int i = 0; found && i < steps.size(); i++) {
        found = descend(in, steps.get(i));
      }
      return found ? reading.read(in) : null;
    } catch (JsonProcessingException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Goes to a member or element of the value the parser is at; the first of equal names. */
  private static boolean descend(JsonParser in, String step) throws IOException {
    if (in.currentToken() == JsonToken.START_OBJECT) {
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        boolean found = in.currentName().equals(step);
        in.nextToken();
        if (found) {
          return true;
        }
        in.skipChildren();
      }
      return false;
    }
    if (in.currentToken() != JsonToken.START_ARRAY || !INDEX.matcher(step).matches()) {
      return false;
    }
    for (int left = Integer.parseInt(step); in.nextToken() != JsonToken.END_ARRAY; left--) {
      if (left == 0) {
        return true;
      }
      in.skipChildren();
    }
    return false;
  }

  private static @Nullable String scalar(JsonParser in) throws IOException {
    return in.currentToken().isScalarValue() && in.currentToken() != JsonToken.VALUE_NULL
        ? in.getText()
        : null;
  }

  /** The value the parser is at, without spaces, its numbers as they are written. */
  private static String copy(JsonParser in) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(text)) {
      int depth = 0;
      do {
        if (in.currentToken().isNumeric()) {
          out.writeNumber(in.getText());
        } else {
          out.copyCurrentEvent(in);
        }
        depth += in.currentToken().isStructStart() ? 1 : in.currentToken().isStructEnd() ? -1 : 0;
      } while (depth > 0 && in.nextToken() != null);
    }
    return text.toString();
  }

  private static @Nullable JsonNode tree(String json) {
    try {
      JsonNode node = MAPPER.readTree(json);
      return node.isMissingNode() ? null : node;
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  private static List<String> names(String path) {
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

  /** The steps of a path; one in brackets without quotes is an index. */
  static List<Step> steps(String path) {
    List<String> names = names(path);
    List<Step> steps = new ArrayList<>();
    Matcher matcher = STEP.matcher(path);
    for (int at = 1; at < path.length(); at = matcher.end()) {
      if (!matcher.find(at)) {
        throw new AssertionError(path);
      }
      String index = matcher.group(3);
      if (index != null && !INDEX.matcher(index).matches()) {
        throw new IllegalArgumentException("Invalid array index in JSONPath: " + path);
      }
      String name = names.get(steps.size());
      steps.add(new Step(name, index == null ? null : Integer.valueOf(index)));
    }
    return steps;
  }

  /**
   * A step of a path. Immutable.
   *
   * @param index the place in an array; null for the name of a member
   */
  record Step(String name, @Nullable Integer index) {
    /** What is there in a node; null for nothing. */
    @Nullable JsonNode child(JsonNode node) {
      if (!fits(node)) {
        return null;
      }
      return index == null ? node.get(name) : node.get(index);
    }

    /** Whether a node can have such a step. */
    boolean fits(JsonNode node) {
      return index == null ? node.isObject() : node.isArray();
    }

    /** An empty node that can have such a step. */
    JsonNode container(JsonNodeFactory nodes) {
      return index == null ? nodes.objectNode() : nodes.arrayNode();
    }
  }

  /** The line separators of Unicode are escaped, because JavaScript would end a line there. */
  private static final class LineSeparators extends CharacterEscapes {
    private static final long serialVersionUID = 1L;

    @Override
    public int[] getEscapeCodesForAscii() {
      return CharacterEscapes.standardAsciiEscapesForJSON();
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
      return c == 0x2028 || c == 0x2029
          ? new SerializedString(String.format(Locale.ROOT, "\\u%04x", c))
          : null;
    }
  }
}
