package dev.penstock.local.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.objects.Bucket;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Buckets as the JSON API writes them. Thread-safe. */
final class BucketJson {
  /** What is kept and returned and does nothing. */
  private static final Set<String> KEPT =
      Set.of(
          "location",
          "storageClass",
          "labels",
          "lifecycle",
          "cors",
          "website",
          "iamConfiguration",
          "billing",
          "softDeletePolicy",
          "acl",
          "defaultObjectAcl",
          "rpo");

  /** What the server itself decides, and clients send back. */
  private static final Set<String> OF_THE_SERVER =
      Set.of(
          "kind",
          "id",
          "name",
          "selfLink",
          "projectNumber",
          "metageneration",
          "timeCreated",
          "updated",
          "etag",
          "owner",
          "locationType");

  private BucketJson() {}

  /**
   * The settings of a bucket with those of a body put to them.
   *
   * @throws ServiceException 501 for one that would have to do something
   */
  static ObjectNode change(ObjectNode settings, ObjectNode body) {
    for (Map.Entry<String, JsonNode> entry : body.properties()) {
      String key = entry.getKey();
      if (KEPT.contains(key)) {
        put(settings, key, entry.getValue());
      } else if (!OF_THE_SERVER.contains(key) && says(entry.getValue())) {
        throw ServiceException.notSupported(key + " of a bucket");
      }
    }
    return settings;
  }

  private static void put(ObjectNode settings, String key, JsonNode value) {
    if (value.isNull()) {
      settings.remove(key);
    } else if (key.equals("labels") && settings.get(key) instanceof ObjectNode labels) {
      value.properties().forEach(label -> put(labels, label.getKey(), label.getValue()));
    } else {
      settings.set(key, value);
      if (value instanceof ObjectNode object && key.equals("labels")) {
        object.properties().removeIf(label -> label.getValue().isNull());
      }
    }
  }

  /** Whether a value asks for anything; {@code {"enabled": false}} does not. */
  private static boolean says(JsonNode value) {
    if (value.isObject()) {
      for (Map.Entry<String, JsonNode> entry : value.properties()) {
        if (says(entry.getValue())) {
          return true;
        }
      }
      return false;
    }
    return value.isArray()
        ? !value.isEmpty()
        : !value.isNull() && value.asBoolean(!value.asText().isEmpty());
  }

  static ObjectNode write(Bucket bucket, String base) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("kind", "storage#bucket");
    out.put("id", bucket.name()).put("name", bucket.name());
    out.put("selfLink", base + "/storage/v1/b/" + bucket.name());
    out.put("projectNumber", "1");
    out.put("metageneration", Long.toString(bucket.metageneration()));
    out.put("location", "US").put("storageClass", "STANDARD");
    out.setAll(bucket.settings().deepCopy());
    String location = out.get("location").asText().toUpperCase(Locale.ROOT);
    out.put("location", location);
    out.put("locationType", location.contains("-") ? "region" : "multi-region");
    out.put("timeCreated", Instant.ofEpochMilli(bucket.createdMillis()).toString());
    out.put("updated", Instant.ofEpochMilli(bucket.updatedMillis()).toString());
    out.put("etag", ObjectJson.etag(bucket.createdMillis(), bucket.metageneration()));
    return out;
  }
}
