package dev.penstock.demo.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Client of local BigQuery's REST interface for one dataset; runs no SQL. Thread-safe. */
public final class LocalRest {
  /** The project of every table of the demo. */
  public static final String PROJECT = "demo";

  /** The dataset of every table of the demo. */
  public static final String DATASET = "shop";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DATASETS = "/bigquery/v2/projects/" + PROJECT + "/datasets";
  private static final int PAGE_ROWS = 20_000;

  private final JsonHttp http;

  LocalRest(URI base) {
    this.http = new JsonHttp(base);
  }

  URI base() {
    return http.base();
  }

  boolean answers() {
    return http.answers(DATASETS);
  }

  /** Creates the dataset. */
  public void createDataset() {
    http.send(
        "POST",
        DATASETS,
        JSON.valueToTree(
            Map.of("datasetReference", Map.of("projectId", PROJECT, "datasetId", DATASET))));
  }

  /** The table resource, or null. */
  public @Nullable JsonNode findTable(String table) {
    return http.find(path(table));
  }

  /** Hands every row of {@code tabledata.list}, all pages, to the consumer. */
  public void listRows(String table, Consumer<JsonNode> consumer) {
    String base =
        path(table) + "/data?formatOptions.useInt64Timestamp=true&maxResults=" + PAGE_ROWS;
    String page = base;
    while (true) {
      JsonNode answer = http.load(page);
      answer.path("rows").forEach(consumer);
      String token = answer.path("pageToken").asText("");
      if (token.isEmpty()) {
        return;
      }
      page = base + "&pageToken=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
    }
  }

  /** How many rows a table shows; 0 when it does not exist. */
  public long countRows(String table) {
    JsonNode answer = http.find(path(table) + "/data?maxResults=0");
    return answer == null ? 0 : answer.path("totalRows").asLong();
  }

  private static String path(String table) {
    return DATASETS + "/" + DATASET + "/tables/" + table;
  }
}
