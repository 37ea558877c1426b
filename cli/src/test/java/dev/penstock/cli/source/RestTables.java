package dev.penstock.cli.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.LocalBigQuery;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;

/** Tables as REST answers them. Its columns are {@code name TYPE}, its cells texts. Immutable. */
final class RestTables {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final String project;
  private final String dataset;

  RestTables(LocalBigQuery server, String dataset) {
    this.project = server.restUrl() + "/bigquery/v2/projects/local";
    this.dataset = dataset;
  }

  List<String> columns(String table) throws IOException, InterruptedException {
    JsonNode answer = answer(get("/datasets/" + dataset + "/tables/" + table));
    List<String> columns = new ArrayList<>();
    for (JsonNode field : answer.required("schema").required("fields")) {
      columns.add(field.required("name").textValue() + " " + type(field));
    }
    return columns;
  }

  private static String type(JsonNode field) {
    StringJoiner parameters = new StringJoiner(", ", "(", ")").setEmptyValue("");
    for (String parameter : List.of("maxLength", "precision", "scale")) {
      if (field.has(parameter)) {
        parameters.add(field.get(parameter).textValue());
      }
    }
    boolean isArray = field.path("mode").asText().equals("REPEATED");
    return field.required("type").textValue() + parameters + (isArray ? "[]" : "");
  }

  /** The rows as tabledata.list gives them, by their first column. */
  List<List<String>> list(String table) throws IOException, InterruptedException {
    return rows(
        get(
            "/datasets/"
                + dataset
                + "/tables/"
                + table
                + "/data?formatOptions.useInt64Timestamp=true"));
  }

  /** The rows as a query gives them, by their first column. */
  List<List<String>> query(String sql) throws IOException, InterruptedException {
    ObjectNode query = MAPPER.createObjectNode().put("query", sql).put("useLegacySql", false);
    query.putObject("formatOptions").put("useInt64Timestamp", true);
    return rows(
        HttpRequest.newBuilder(URI.create(project + "/queries"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(query.toString()))
            .build());
  }

  private HttpRequest get(String path) {
    return HttpRequest.newBuilder(URI.create(project + path)).build();
  }

  private JsonNode answer(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(answer.body());
    }
    return MAPPER.readTree(answer.body());
  }

  private List<List<String>> rows(HttpRequest request) throws IOException, InterruptedException {
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode row : answer(request).required("rows")) {
      List<String> cells = new ArrayList<>();
      row.required("f").forEach(cell -> cells.add(text(cell.required("v"))));
      rows.add(cells);
    }
    rows.sort(Comparator.comparing(row -> row.get(0)));
    return rows;
  }

  private static String text(JsonNode value) {
    if (!value.isArray()) {
      return value.isNull() ? "NULL" : value.textValue();
    }
    StringJoiner elements = new StringJoiner(" | ", "[", "]");
    value.forEach(element -> elements.add(text(element.required("v"))));
    return elements.toString();
  }
}
