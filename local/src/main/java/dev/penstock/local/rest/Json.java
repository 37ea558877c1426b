package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The forms that all resources share. */
final class Json {
  private Json() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Whether a key is there and not null. */
  static boolean has(JsonNode node, String key) {
    return node.hasNonNull(key);
  }

  static @Nullable String text(JsonNode node, String key) {
    return has(node, key) ? node.get(key).asText() : null;
  }

  /** An int64, which the API writes as text (RT-023). */
  static @Nullable Long number(JsonNode node, String key) {
    if (!has(node, key)) {
      return null;
    }
    try {
      return Long.valueOf(node.get(key).asText());
    } catch (NumberFormatException e) {
      throw ServiceException.invalid("Invalid value for " + key + ": " + node.get(key).asText());
    }
  }

  static String required(JsonNode node, String key) {
    String value = text(node, key);
    if (value == null || value.isEmpty()) {
      throw new ServiceException(400, "required", "Required parameter is missing: " + key);
    }
    return value;
  }

  static List<String> texts(JsonNode array) {
    List<String> values = new ArrayList<>();
    array.forEach(value -> values.add(value.asText()));
    return values;
  }

  static void putText(ObjectNode node, String key, @Nullable String value) {
    if (value != null) {
      node.put(key, value);
    }
  }

  static void putNumber(ObjectNode node, String key, @Nullable Long value) {
    if (value != null) {
      node.put(key, value.toString());
    }
  }

  static void putTexts(ObjectNode node, String key, List<String> values) {
    var array = node.putArray(key);
    values.forEach(array::add);
  }

  static void putLabels(ObjectNode node, Map<String, String> labels) {
    if (!labels.isEmpty()) {
      ObjectNode out = node.putObject("labels");
      new TreeMap<>(labels).forEach(out::put);
    }
  }

  /** Labels after a patch: null removes one, or all (RT-020). */
  static Map<String, String> labels(ObjectNode body, Map<String, String> before) {
    if (!body.has("labels")) {
      return before;
    }
    Map<String, String> labels = new LinkedHashMap<>();
    if (body.get("labels").isNull()) {
      return labels;
    }
    labels.putAll(before);
    body.get("labels")
        .properties()
        .forEach(
            label -> {
              if (label.getValue().isNull()) {
                labels.remove(label.getKey());
              } else {
                labels.put(label.getKey(), label.getValue().asText());
              }
            });
    return labels;
  }

  static TableId tableId(JsonNode reference, String defaultProject) {
    String project = text(reference, "projectId");
    return new TableId(
        project == null ? defaultProject : project,
        required(reference, "datasetId"),
        required(reference, "tableId"));
  }

  static ObjectNode reference(TableId table) {
    return object()
        .put("projectId", table.project())
        .put("datasetId", table.dataset())
        .put("tableId", table.table());
  }

  /** Refuses what this server leaves out instead of dropping it silently. */
  static void refuse(JsonNode body, Set<String> keys, String resource) {
    for (String key : keys) {
      if (has(body, key) && !isEmpty(body.get(key))) {
        throw ServiceException.notSupported(key + " of a " + resource);
      }
    }
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isContainerNode() ? value.isEmpty() : value.asText().isEmpty();
  }
}
