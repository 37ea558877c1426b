package dev.penstock.architecture.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Rows as REST gives them, by tabledata.list and by a query; structs as objects. */
final class RestCells {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final MatrixTable table;
  private final List<Field> fields;

  RestCells(MatrixTable table) {
    this.table = table;
    Schema schema =
        table.server().table(table.dataset(), table.name()).metadata().getDefinition().getSchema();
    this.fields = Objects.requireNonNull(schema, "schema").getFields();
  }

  /** The rows by their ids. */
  Map<String, JsonNode> ofTable() throws IOException, InterruptedException {
    return rows(
        HttpRequest.newBuilder(
                project(
                    "/datasets/"
                        + table.dataset()
                        + "/tables/"
                        + table.name()
                        + "/data?maxResults=1000&formatOptions.useInt64Timestamp=true"))
            .build());
  }

  /** The rows by their ids. */
  Map<String, JsonNode> ofQuery() throws IOException, InterruptedException {
    ObjectNode query = JsonNodeFactory.instance.objectNode();
    query.put("query", "SELECT * FROM " + table.dataset() + "." + table.name());
    query.put("useLegacySql", false);
    query.putObject("formatOptions").put("useInt64Timestamp", true);
    return rows(
        HttpRequest.newBuilder(project("/queries"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(query.toString()))
            .build());
  }

  private URI project(String path) {
    return URI.create(
        table.server().restUrl() + "/bigquery/v2/projects/" + table.server().project() + path);
  }

  private Map<String, JsonNode> rows(HttpRequest request) throws IOException, InterruptedException {
    JsonNode answer =
        MAPPER.readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    if (answer.has("error")) {
      throw new IOException(answer.get("error").toString());
    }
    Map<String, JsonNode> rows = new HashMap<>();
    for (JsonNode row : answer.path("rows")) {
      ObjectNode cells = struct(fields, row);
      rows.put(cells.required(MatrixTable.ID).textValue(), cells);
    }
    return rows;
  }

  private static ObjectNode struct(List<Field> fields, JsonNode row) {
    ObjectNode cells = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < fields.size(); i++) {
      cells.set(fields.get(i).getName(), cell(fields.get(i), row.required("f").get(i)));
    }
    return cells;
  }

  private static JsonNode cell(Field field, JsonNode cell) {
    JsonNode value = cell.required("v");
    if (value.isArray()) {
      ArrayNode elements = JsonNodeFactory.instance.arrayNode();
      value.forEach(element -> elements.add(scalar(field, element.required("v"))));
      return elements;
    }
    return scalar(field, value);
  }

  private static JsonNode scalar(Field field, JsonNode value) {
    if (value.isNull()) {
      return value;
    }
    return field.getType().getStandardType() == StandardSQLTypeName.STRUCT
        ? struct(field.getSubFields(), value)
        : value;
  }
}
