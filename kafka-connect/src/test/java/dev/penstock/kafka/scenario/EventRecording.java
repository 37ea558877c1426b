package dev.penstock.kafka.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.testkit.history.Recording;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.json.JsonConverter;
import org.jspecify.annotations.Nullable;

/**
 * The events of one run of a history, in the order Debezium wrote them. A file holds every schema
 * once, so that records of one schema share its instance as they do behind a converter.
 */
record EventRecording(List<RecordedEvent> events) {
  EventRecording {
    events = List.copyOf(events);
  }

  static EventRecording load(String history, String variant) {
    JsonNode root = Recording.load(history, variant);
    List<Schema> schemas = new ArrayList<>();
    try (JsonConverter converter = converter()) {
      root.required("schemas").forEach(node -> schemas.add(converter.asConnectSchema(node)));
    }
    List<RecordedEvent> events = new ArrayList<>();
    for (JsonNode node : root.required("records")) {
      Schema keySchema = schema(node, "keySchema", schemas);
      Schema valueSchema = schema(node, "valueSchema", schemas);
      events.add(
          new RecordedEvent(
              node.required("operation").intValue(),
              node.required("topic").textValue(),
              keySchema,
              ConnectJson.read(keySchema, node.get("key")),
              valueSchema,
              ConnectJson.read(valueSchema, node.get("value")),
              headers(node, schemas)));
    }
    return new EventRecording(events);
  }

  void save(String history, String variant, Path folder) throws IOException {
    JsonMapper json = new JsonMapper();
    ObjectNode root = json.createObjectNode();
    root.put("history", history).put("variant", variant);
    Map<Schema, Integer> schemas = new LinkedHashMap<>();
    ArrayNode records = json.createArrayNode();
    for (RecordedEvent event : events) {
      ObjectNode node = records.addObject();
      node.put("operation", event.operation()).put("topic", event.topic());
      if (event.keySchema() != null) {
        node.put("keySchema", schemas.computeIfAbsent(event.keySchema(), s -> schemas.size()));
        node.set("key", ConnectJson.write(event.keySchema(), event.key()));
      }
      if (event.valueSchema() != null) {
        node.put("valueSchema", schemas.computeIfAbsent(event.valueSchema(), s -> schemas.size()));
        node.set("value", ConnectJson.write(event.valueSchema(), event.value()));
      }
      for (Header header : event.headers()) {
        ObjectNode written = node.withArray("headers").addObject();
        written.put("name", header.key());
        written.put("schema", schemas.computeIfAbsent(header.schema(), s -> schemas.size()));
        written.set("value", ConnectJson.write(header.schema(), header.value()));
      }
    }
    ArrayNode written = root.putArray("schemas");
    try (JsonConverter converter = converter()) {
      schemas.keySet().forEach(schema -> written.add(converter.asJsonSchema(schema)));
    }
    root.set("records", records);
    Path file = folder.resolve(history + "-" + variant + ".json.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      json.writerWithDefaultPrettyPrinter().writeValue(out, root);
    }
  }

  List<RecordedEvent> of(int operation) {
    return events.stream().filter(event -> event.operation() == operation).toList();
  }

  private static @Nullable Schema schema(JsonNode record, String name, List<Schema> schemas) {
    return record.has(name) ? schemas.get(record.required(name).intValue()) : null;
  }

  private static Headers headers(JsonNode record, List<Schema> schemas) {
    Headers headers = new ConnectHeaders();
    for (JsonNode node : record.path("headers")) {
      Schema schema = schemas.get(node.required("schema").intValue());
      headers.add(
          node.required("name").textValue(), ConnectJson.read(schema, node.get("value")), schema);
    }
    return headers;
  }

  private static JsonConverter converter() {
    JsonConverter converter = new JsonConverter();
    converter.configure(Map.of(), false);
    return converter;
  }
}
