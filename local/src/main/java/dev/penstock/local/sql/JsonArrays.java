package dev.penstock.local.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Functions that put values into JSON arrays: a document, then for each of them a path, the value
 * and whether its elements are put in one by one.
 */
final class JsonArrays {
  private JsonArrays() {}

  /** JSON_ARRAY_APPEND. */
  static String append(String[] arguments) {
    JsonNode root = JsonEdits.read(arguments[0]);
    for (int i = 1; i < arguments.length; i += 3) {
      List<JsonPaths.Step> steps = JsonPaths.steps(arguments[i]);
      JsonNode node = JsonEdits.find(root, steps);
      List<JsonNode> values = values(arguments, i);
      ArrayNode array = array(node);
      if (array != null && isSaid(arguments, i)) {
        values.forEach(array::add);
        root = JsonEdits.set(root, steps, 0, array, false);
      }
    }
    return JsonEdits.write(root);
  }

  /** JSON_ARRAY_INSERT, whose paths end in the index of an element. */
  static String insert(String[] arguments) {
    JsonNode root = JsonEdits.read(arguments[0]);
    for (int i = 1; i < arguments.length; i += 3) {
      List<JsonPaths.Step> steps = JsonPaths.steps(arguments[i]);
      Integer index = steps.isEmpty() ? null : steps.get(steps.size() - 1).index();
      if (index == null) {
        continue;
      }
      List<JsonPaths.Step> parent = steps.subList(0, steps.size() - 1);
      ArrayNode array = array(JsonEdits.find(root, parent));
      List<JsonNode> values = values(arguments, i);
      if (array != null && isSaid(arguments, i)) {
        while (array.size() < index) {
          JsonEdits.put(array, array.size(), JsonNodeFactory.instance.nullNode());
        }
        for (int at = 0; at < values.size(); at++) {
          array.insert(index + at, values.get(at));
        }
        root = JsonEdits.set(root, parent, 0, array, false);
      }
    }
    return JsonEdits.write(root);
  }

  /** The array that a node is; a new one for JSON null, none for anything else. */
  private static @Nullable ArrayNode array(@Nullable JsonNode node) {
    if (node != null && node.isNull()) {
      return JsonNodeFactory.instance.arrayNode();
    }
    return node instanceof ArrayNode array ? array : null;
  }

  /** Whether it is known if the elements are put in one by one, else nothing is put in. */
  private static boolean isSaid(String[] arguments, int path) {
    return !arguments[path + 2].equals("none");
  }

  private static List<JsonNode> values(String[] arguments, int path) {
    JsonNode value = JsonEdits.read(arguments[path + 1]);
    if (!Boolean.parseBoolean(arguments[path + 2])) {
      return List.of(value);
    }
    List<JsonNode> values = new ArrayList<>();
    value.forEach(values::add);
    return values;
  }
}
