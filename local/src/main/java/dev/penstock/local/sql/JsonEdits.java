package dev.penstock.local.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.JsonFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Functions that change JSON values. */
final class JsonEdits {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();
  private static final int MAX_LENGTH = 1_000_000;

  private JsonEdits() {}

  /** JSON_SET: a value, then paths and their values, then whether to create what is missing. */
  static String set(String[] arguments) {
    boolean create = Boolean.parseBoolean(arguments[arguments.length - 1]);
    JsonNode root = read(arguments[0]);
    for (int i = 1; i + 1 < arguments.length; i += 2) {
      root = set(root, JsonPaths.steps(arguments[i]), 0, read(arguments[i + 1]), create);
    }
    return write(root);
  }

  static JsonNode set(
      JsonNode node, List<JsonPaths.Step> steps, int depth, JsonNode value, boolean create) {
    if (depth == steps.size()) {
      return value;
    }
    JsonPaths.Step step = steps.get(depth);
    JsonNode container = node.isNull() && create ? step.container(NODES) : node;
    JsonNode child = step.child(container);
    if (child == null && (!create || !step.fits(container))) {
      return node;
    }
    JsonNode next = set(child == null ? NODES.nullNode() : child, steps, depth + 1, value, create);
    if (step.index() == null) {
      ((ObjectNode) container).set(step.name(), next);
    } else {
      put((ArrayNode) container, step.index(), next);
    }
    return container;
  }

  static void put(ArrayNode array, int index, JsonNode value) {
    if (index > MAX_LENGTH) {
      throw new IllegalArgumentException("Exceeded maximum array size " + MAX_LENGTH);
    }
    while (array.size() <= index) {
      array.addNull();
    }
    array.set(index, value);
  }

  /** JSON_REMOVE: a value, then paths. */
  static String remove(String[] arguments) {
    JsonNode root = read(arguments[0]);
    for (int i = 1; i < arguments.length; i++) {
      List<JsonPaths.Step> steps = JsonPaths.steps(arguments[i]);
      if (steps.isEmpty()) {
        throw new IllegalArgumentException("The JSONPath cannot be '$'");
      }
      JsonNode parent = find(root, steps.subList(0, steps.size() - 1));
      JsonPaths.Step last = steps.get(steps.size() - 1);
      if (parent instanceof ObjectNode object && last.index() == null) {
        object.remove(last.name());
      } else if (parent instanceof ArrayNode array && last.index() != null) {
        array.remove(last.index());
      }
    }
    return write(root);
  }

  /** JSON_STRIP_NULLS: a value, a path, whether in arrays too, whether empty containers go. */
  static String stripNulls(String[] arguments) {
    JsonNode root = read(arguments[0]);
    List<JsonPaths.Step> steps = JsonPaths.steps(arguments[1]);
    JsonNode node = find(root, steps);
    if (node == null) {
      return write(root);
    }
    boolean arrays = Boolean.parseBoolean(arguments[2]);
    boolean empty = Boolean.parseBoolean(arguments[3]);
    JsonNode stripped = strip(node, arrays, empty);
    return write(set(root, steps, 0, stripped == null ? NODES.nullNode() : stripped, false));
  }

  /** What is left of a node; null when nothing is. */
  private static @Nullable JsonNode strip(JsonNode node, boolean arrays, boolean empty) {
    if (node instanceof ObjectNode object) {
      for (String name : fieldNames(object)) {
        JsonNode left = strip(object.get(name), arrays, empty);
        if (left == null) {
          object.remove(name);
        } else {
          object.set(name, left);
        }
      }
      return empty && object.isEmpty() ? null : object;
    }
    if (node instanceof ArrayNode array) {
      return arrays ? stripElements(array, empty) : array;
    }
    return node.isNull() ? null : node;
  }

  private static @Nullable JsonNode stripElements(ArrayNode array, boolean empty) {
    ArrayNode kept = NODES.arrayNode();
    for (JsonNode element : array) {
      JsonNode left = strip(element, true, empty);
      if (left != null) {
        kept.add(left);
      }
    }
    return empty && kept.isEmpty() ? null : kept;
  }

  /** JSON_KEYS of a value to a depth, as a JSON array. */
  static String keys(String json, long depth) {
    if (depth < 1) {
      throw new IllegalArgumentException("max_depth must be positive");
    }
    Set<String> keys = new TreeSet<>();
    collect(read(json), "", depth, keys);
    ArrayNode array = NODES.arrayNode();
    keys.forEach(array::add);
    return array.toString();
  }

  private static void collect(JsonNode node, String prefix, long depth, Set<String> keys) {
    if (depth == 0 || !node.isObject()) {
      return;
    }
    for (String name : fieldNames(node)) {
      String key = prefix + (name.matches("[\\p{L}\\p{N}_]*") ? name : JsonPaths.quote(name));
      keys.add(key);
      collect(node.get(name), key + ".", depth - 1, keys);
    }
  }

  private static List<String> fieldNames(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** JSON_OBJECT of names and JSON values in turn; of equal names the first counts. */
  static String object(String[] arguments) {
    ObjectNode object = NODES.objectNode();
    for (int i = 0; i < arguments.length; i += 2) {
      if (!object.has(arguments[i])) {
        object.set(arguments[i], read(arguments[i + 1]));
      }
    }
    return write(object);
  }

  /** JSON_OBJECT of a JSON array of names and one of values. */
  static String objectOf(String names, String values) {
    JsonNode keys = read(names);
    JsonNode members = read(values);
    if (!keys.isArray() || !members.isArray() || keys.size() != members.size()) {
      throw new IllegalArgumentException(
          "Invalid input to JSON_OBJECT: The number of keys and values must match");
    }
    ObjectNode object = NODES.objectNode();
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i).isNull()) {
        throw new IllegalArgumentException("Invalid input to JSON_OBJECT: A key cannot be NULL");
      }
      if (!object.has(keys.get(i).textValue())) {
        object.set(keys.get(i).textValue(), members.get(i));
      }
    }
    return write(object);
  }

  static @Nullable JsonNode find(JsonNode root, List<JsonPaths.Step> steps) {
    JsonNode node = root;
    for (JsonPaths.Step step : steps) {
      node = node == null ? null : step.child(node);
    }
    return node;
  }

  static JsonNode read(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Invalid JSON: " + JsonFault.of(e), e);
    }
  }

  static String write(JsonNode node) {
    return JsonValues.of(node.toString());
  }
}
