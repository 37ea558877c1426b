package dev.penstock.local.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.objects.Attributes;
import dev.penstock.local.objects.StoredObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Objects as the JSON API writes them. Thread-safe. */
final class ObjectJson {
  private static final String CUSTOM_TIME = "customTime";
  private static final List<String> FIXED =
      List.of(
          "contentType",
          "contentEncoding",
          "contentDisposition",
          "contentLanguage",
          "cacheControl",
          "storageClass",
          CUSTOM_TIME);

  /** What would have to do something. */
  private static final List<String> LEFT_OUT =
      List.of("eventBasedHold", "temporaryHold", "retention", "kmsKeyName", "contexts");

  private ObjectJson() {}

  /**
   * Attributes with those of a body put to them.
   *
   * @throws ServiceException 501 for one that would have to do something
   */
  static Attributes change(Attributes before, JsonNode body) {
    for (String key : LEFT_OUT) {
      if (body.hasNonNull(key) && !body.get(key).asText().equals("false")) {
        throw ServiceException.notSupported(key + " of an object");
      }
    }
    Map<String, String> fixed = new HashMap<>(before.fixed());
    for (String key : FIXED) {
      if (body.has(key)) {
        put(fixed, key, body.get(key));
      }
    }
    checkCustomTime(before, fixed);
    Map<String, String> metadata = new HashMap<>(before.metadata());
    if (body.path("metadata").isNull()) {
      metadata.clear();
    }
    body.path("metadata")
        .properties()
        .forEach(entry -> put(metadata, entry.getKey(), entry.getValue()));
    return new Attributes(fixed, metadata);
  }

  private static void put(Map<String, String> values, String key, JsonNode value) {
    if (value.isNull()) {
      values.remove(key);
    } else {
      values.put(key, value.asText());
    }
  }

  /** It can be set and moved on, never back. */
  private static void checkCustomTime(Attributes before, Map<String, String> after) {
    String old = before.find(CUSTOM_TIME);
    String now = after.get(CUSTOM_TIME);
    if (now != null) {
      after.put(CUSTOM_TIME, time(now).toString());
    }
    if (old != null && (now == null || time(now).isBefore(time(old)))) {
      throw ServiceException.invalid(
          "customTime cannot be removed or set to an earlier time than " + old + ".");
    }
  }

  private static Instant time(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw ServiceException.invalid("Invalid value for customTime: " + text);
    }
  }

  static ObjectNode write(StoredObject object, String base) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    String path =
        "/storage/v1/b/"
            + object.bucket()
            + "/o/"
            + URLEncoder.encode(object.name(), StandardCharsets.UTF_8).replace("+", "%20");
    String generation = Long.toString(object.generation());
    out.put("kind", "storage#object");
    out.put("id", object.bucket() + "/" + object.name() + "/" + generation);
    out.put("selfLink", base + path);
    out.put("mediaLink", base + "/download" + path + "?generation=" + generation + "&alt=media");
    out.put("name", object.name()).put("bucket", object.bucket());
    out.put("generation", generation);
    out.put("metageneration", Long.toString(object.metageneration()));
    out.put("storageClass", "STANDARD");
    new TreeMap<>(object.attributes().fixed()).forEach(out::put);
    out.put("size", Long.toString(object.size()));
    out.put("crc32c", object.crc32c());
    if (object.md5() != null) {
      out.put("md5Hash", object.md5());
    }
    if (object.components() > 0) {
      out.put("componentCount", object.components());
    }
    out.put("etag", etag(object.generation(), object.metageneration()));
    String created = Instant.ofEpochMilli(object.createdMillis()).toString();
    out.put("timeCreated", created).put("timeStorageClassUpdated", created);
    out.put("timeFinalized", created);
    out.put("updated", Instant.ofEpochMilli(object.updatedMillis()).toString());
    if (!object.attributes().metadata().isEmpty()) {
      ObjectNode metadata = out.putObject("metadata");
      new TreeMap<>(object.attributes().metadata()).forEach(metadata::put);
    }
    return out;
  }

  static String etag(long generation, long metageneration) {
    String text = generation + "/" + metageneration;
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }
}
