package dev.penstock.benchmarks.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** REST v2 of one server, in the dataset {@code d} of the project {@code p}. Thread-safe. */
public final class Rest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int PAGE = 100_000;

  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;

  /** A status with the document that came with it. */
  public record Answer(int status, JsonNode body) {}

  /** Calls of a server at a URL without a path. */
  public Rest(String url) {
    this.url = url;
  }

  /** One call, whatever its status; the body may be empty. */
  public Answer call(String method, String path, String body)
      throws GoneException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(url + "/bigquery/v2/projects/p/" + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body)));
  }

  /** One call that must not be refused. */
  public JsonNode must(String method, String path, String body)
      throws GoneException, InterruptedException {
    Answer answer = call(method, path, body);
    if (answer.status() >= 300) {
      throw new IllegalStateException(
          method + " " + path + " was refused with " + answer.status() + ": " + answer.body());
    }
    return answer.body();
  }

  /** Submits a load job with its file. */
  public Answer upload(String job, String file) throws GoneException, InterruptedException {
    String body =
        "--frontier\r\nContent-Type: application/json\r\n\r\n"
            + job
            + "\r\n--frontier\r\nContent-Type: */*\r\n\r\n"
            + file
            + "\r\n--frontier--\r\n";
    return send(
        HttpRequest.newBuilder(
                URI.create(url + "/upload/bigquery/v2/projects/p/jobs?uploadType=multipart"))
            .header("Content-Type", "multipart/related; boundary=frontier")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private Answer send(HttpRequest.Builder request) throws GoneException, InterruptedException {
    try {
      HttpResponse<byte[]> answer =
          http.send(request.timeout(TIMEOUT).build(), HttpResponse.BodyHandlers.ofByteArray());
      byte[] body =
          answer.body().length == 0 ? "{}".getBytes(StandardCharsets.UTF_8) : answer.body();
      return new Answer(answer.statusCode(), JSON.readTree(body));
    } catch (IOException e) {
      throw new GoneException(e);
    }
  }

  /** Makes the dataset. */
  public void createDataset() throws GoneException, InterruptedException {
    must("POST", "datasets", "{\"datasetReference\":{\"datasetId\":\"d\"}}");
  }

  /** Makes a table of columns given as {@code name:TYPE}, with the first one as key if wanted. */
  public void createTable(String table, boolean keyed, String... columns)
      throws GoneException, InterruptedException {
    List<String> fields = new ArrayList<>();
    for (String column : columns) {
      String[] parts = column.split(":", 2);
      fields.add("{\"name\":\"%s\",\"type\":\"%s\"}".formatted(parts[0], parts[1]));
    }
    String key =
        keyed
            ? ",\"tableConstraints\":{\"primaryKey\":{\"columns\":[\"%s\"]}}"
                .formatted(columns[0].split(":", 2)[0])
            : "";
    must(
        "POST",
        "datasets/d/tables",
        "{\"tableReference\":{\"tableId\":\"%s\"},\"schema\":{\"fields\":[%s]}%s}"
            .formatted(table, String.join(",", fields), key));
  }

  /** All rows by tabledata.list, each as its cells' texts joined by a bar, in sorted order. */
  public List<String> rows(String table) throws GoneException, InterruptedException {
    List<String> rows = new ArrayList<>();
    Optional<String> page = Optional.of("");
    while (page.isPresent()) {
      JsonNode body =
          must(
              "GET",
              "datasets/d/tables/"
                  + table
                  + "/data?maxResults="
                  + PAGE
                  + "&pageToken="
                  + page.get(),
              "");
      for (JsonNode row : body.path("rows")) {
        rows.add(text(row));
      }
      page =
          body.path("pageToken").asText().isEmpty()
              ? Optional.empty()
              : Optional.of(body.path("pageToken").asText());
    }
    rows.sort(null);
    return rows;
  }

  private static String text(JsonNode row) {
    StringBuilder text = new StringBuilder();
    for (JsonNode cell : row.path("f")) {
      text.append(text.isEmpty() ? "" : "|").append(cell.path("v").asText());
    }
    return text.toString();
  }
}
