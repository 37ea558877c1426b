package dev.penstock.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Plain HTTP on a local BigQuery's project {@code p}, below {@code /projects/p/}. */
final class RestJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final String project;

  RestJson(LocalBigQuery local) {
    this.project = local.restUrl() + "/bigquery/v2/projects/p/";
  }

  JsonNode get(String path) throws IOException, InterruptedException {
    return send("GET", path, "");
  }

  /** The answer to a request, errors too; null for one without a body. */
  JsonNode send(String method, String path, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(project).resolve(path))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    return MAPPER.readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }
}
