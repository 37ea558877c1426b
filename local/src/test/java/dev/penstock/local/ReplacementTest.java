package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.QueryJobConfiguration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a table keeps when all its rows are replaced, by the way that replaces them. */
@Tag("sql")
class ReplacementTest {
  private static LocalClients clients;
  private static RestJson rest;
  private static int tables;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    clients = LocalClients.inMemory();
    rest = new RestJson(clients.local);
    clients.rest.query(QueryJobConfiguration.of("SELECT 1"));
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static void query(String sql, String more) throws IOException, InterruptedException {
    JsonNode job =
        new ObjectMapper()
            .readTree(
                "{\"configuration\":{\"query\":{\"useLegacySql\":false,"
                    + more
                    + "\"query\":\""
                    + sql
                    + "\"}}}");
    await(rest.send("POST", "jobs", job.toString()).toString());
  }

  private static void await(String answer) {
    String id = answer.replaceAll("(?s).*\"jobId\":\"([^\"]+)\".*", "$1");
    assertThat(clients.awaitEnd(JobId.of("p", id)).getStatus().getError()).isNull();
  }

  private static String into(String table, String disposition) {
    return "\"destinationTable\":{\"projectId\":\"p\",\"datasetId\":\"d\",\"tableId\":\""
        + table
        + "\"},\"writeDisposition\":\""
        + disposition
        + "\",";
  }

  private static void load(String table, String disposition) throws Exception {
    String job =
        "{\"configuration\":{\"load\":{"
            + into(table, disposition)
            + "\"schema\":{\"fields\":[{\"name\":\"n\",\"type\":\"INTEGER\"}]}}}}";
    await(
        new Uploader(clients.local)
            .multipart(job, "7\n".getBytes(StandardCharsets.US_ASCII), "\r\n", "\r\n")
            .body());
  }

  private static void replace(String way, String table) throws Exception {
    switch (way) {
      case "CREATE OR REPLACE" ->
          query("CREATE OR REPLACE TABLE d." + table + " AS SELECT 7 AS n", "");
      case "load WRITE_TRUNCATE" -> load(table, "WRITE_TRUNCATE");
      case "load WRITE_TRUNCATE_DATA" -> load(table, "WRITE_TRUNCATE_DATA");
      case "query WRITE_TRUNCATE" -> query("SELECT 7 AS n", into(table, "WRITE_TRUNCATE"));
      case "query WRITE_TRUNCATE_DATA" ->
          query("SELECT 7 AS n", into(table, "WRITE_TRUNCATE_DATA"));
      case "DELETE and INSERT" ->
          query(
              "BEGIN TRANSACTION; DELETE d.%1$s WHERE TRUE; INSERT d.%1$s VALUES (7); COMMIT TRANSACTION"
                  .formatted(table),
              "");
      case "rename-aside" -> {
        query("CREATE TABLE d." + table + "_new AS SELECT 7 AS n", "");
        query("DROP TABLE d." + table, "");
        query("ALTER TABLE d." + table + "_new RENAME TO " + table, "");
      }
      default -> throw new AssertionError(way);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CREATE OR REPLACE, false, false, false, false",
    "load WRITE_TRUNCATE, true, true, false, false",
    "query WRITE_TRUNCATE, true, true, false, false",
    "load WRITE_TRUNCATE_DATA, true, true, true, true",
    "query WRITE_TRUNCATE_DATA, true, true, true, true",
    "DELETE and INSERT, true, true, true, true",
    "rename-aside, false, false, false, false"
  })
  @Fact({"RT-034", "RT-063"})
  void keeps(String way, boolean object, boolean description, boolean column, boolean policies)
      throws Exception {
    tables++;
    String table = "t" + tables;
    rest.send(
        "POST",
        "datasets/d/tables",
        ("{\"tableReference\":{\"tableId\":\"%s\"},\"description\":\"told\",\"schema\":{\"fields\":["
                + "{\"name\":\"n\",\"type\":\"INTEGER\",\"description\":\"number\"}]}}")
            .formatted(table));
    String all = "datasets/d/tables/" + table + "/rowAccessPolicies";
    rest.send(
        "POST",
        all,
        "{\"rowAccessPolicyReference\":{\"policyId\":\"own\"},\"filterPredicate\":\"n > 1\","
            + "\"grantees\":[\"user:a@example.com\"]}");
    assertThat(rest.get(all).path("rowAccessPolicies").size()).isEqualTo(1);
    JsonNode before = rest.get("datasets/d/tables/" + table);
    clients.local.advanceClock(Duration.ofSeconds(1));

    replace(way, table);

    JsonNode after = rest.get("datasets/d/tables/" + table);
    assertThat(clients.rows(table)).containsExactly("7");
    assertThat(after.path("creationTime").equals(before.path("creationTime"))).isEqualTo(object);
    assertThat(after.has("description")).isEqualTo(description);
    assertThat(after.at("/schema/fields/0").has("description")).isEqualTo(column);
    assertThat(rest.get(all).path("rowAccessPolicies").size()).isEqualTo(policies ? 1 : 0);
  }
}
