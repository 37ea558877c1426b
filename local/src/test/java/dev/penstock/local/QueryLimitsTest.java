package dev.penstock.local;

import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.cloud.bigquery.BigQueryError;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.StandardSQLTypeName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the service bounds in queries: answers, times, transactions, rows that DML may change. */
@Tag("sql")
class QueryLimitsTest {
  private static LocalClients clients;
  private static RestJson rest;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
    rest = new RestJson(clients.local);
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static JsonNode query(String sql) throws IOException, InterruptedException {
    return rest.send(
        "POST",
        "queries",
        new ObjectMapper()
            .createObjectNode()
            .put("query", sql)
            .put("useLegacySql", false)
            .put("timeoutMs", 60_000)
            .toString());
  }

  private static String error(JsonNode answer) {
    return answer.at("/error/errors/0/reason").asText()
        + ": "
        + answer.at("/error/message").asText();
  }

  private static void runs(String sql) throws IOException, InterruptedException {
    assertThat(query(sql).path("error").toString()).isEmpty();
  }

  @Test
  @Fact("QT-022")
  void anAnswerHasTwentyMegabytesOfRows() throws Exception {
    JsonNode first = query("SELECT REPEAT('x', 6000000) FROM UNNEST(GENERATE_ARRAY(1, 5))");
    assertThat(first.path("rows").size()).isEqualTo(3);

    String job = first.at("/jobReference/jobId").asText();
    String more = "queries/" + job + "?pageToken=" + first.path("pageToken").asText();
    assertThat(rest.get(more).path("rows").size()).isEqualTo(2);
    assertThat(error(query("SELECT REPEAT('x', 20000001)")))
        .isEqualTo(
            "responseTooLarge: Response too large to return. Row 0 has about 20000011 bytes.");
  }

  private static void advanceDuring(String job, String by) throws Exception {
    rest.send(
        "POST",
        "../../../../_penstock/faults",
        "{\"rules\":[{\"method\":\"%s\",\"fault\":\"advanceClock\",\"by\":\"%s\"}]}"
            .formatted(job, by));
  }

  @Test
  @Fact({"QT-019", "QT-015"})
  void jobsRunForSixHoursAndScriptsForTwentyFour() throws Exception {
    clients.createTable("slow", Field.of("n", StandardSQLTypeName.INT64));
    advanceDuring("job.query", "PT6H1M");
    assertThat(error(query("INSERT d.slow VALUES (1)")))
        .startsWith(
            "timeout: Operation timed out after 6.0 hours. Consider reducing the amount of");
    advanceDuring("job.query", "PT6H1M");
    runs("INSERT d.slow VALUES (2); INSERT d.slow VALUES (3)");
    advanceDuring("job.query", "PT24H1M");
    assertThat(error(query("INSERT d.slow VALUES (4); INSERT d.slow VALUES (5)")))
        .contains("Operation timed out after 24.0 hours.");
    advanceDuring("job.load", "PT6H1M");
    String answer =
        new Uploader(clients.local)
            .multipart(
                "{\"configuration\":{\"load\":{\"destinationTable\":{\"datasetId\":\"d\","
                    + "\"tableId\":\"slow\"}}}}",
                "6\n".getBytes(StandardCharsets.US_ASCII),
                "\r\n",
                "\r\n")
            .body();
    String id = answer.replaceAll("(?s).*\"jobId\":\"([^\"]+)\".*", "$1");
    BigQueryError error = clients.awaitEnd(JobId.of("p", id)).getStatus().getError();
    assertThat(error.getReason()).isEqualTo("timeout");
    assertThat(clients.rows("slow")).containsExactly("2", "3");
  }

  @Test
  @Fact("QT-029")
  void aTransactionChangesAHundredTables() throws Exception {
    for (int i = 0; i <= 100; i++) {
      clients.createTable("many" + i, Field.of("n", StandardSQLTypeName.INT64));
    }
    runs(transaction(100));
    assertThat(error(query(transaction(101))))
        .startsWith(
            "invalidQuery: Transaction is aborted because it changes more than 100 tables; the next"
                + " one is p:d.many100.");
    assertThat(clients.rows("many0")).containsExactly("1");
  }

  private static String transaction(int tables) {
    return IntStream.range(0, tables)
        .mapToObj(i -> "INSERT d.many" + i + " VALUES (1); ")
        .collect(Collectors.joining("", "BEGIN TRANSACTION; ", "COMMIT TRANSACTION"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE d.streamed SET n = 2 WHERE n = 1",
        "DELETE d.streamed WHERE n = 1",
        "MERGE d.streamed USING (SELECT 1 AS one) ON n = one WHEN MATCHED THEN DELETE",
        "TRUNCATE TABLE d.streamed"
      })
  @Fact({"RT-172", "RT-173", "SQ-011"})
  void dmlKeepsOffRowsThatInsertAllBroughtLately(String statement) throws Exception {
    clients.rest.delete(com.google.cloud.bigquery.TableId.of("d", "streamed"));
    clients.createTable("streamed", Field.of("n", StandardSQLTypeName.INT64));
    runs("INSERT d.streamed VALUES (7)");
    rest.send("POST", "datasets/d/tables/streamed/insertAll", "{\"rows\":[{\"json\":{\"n\":1}}]}");

    assertThat(error(query(statement)))
        .isEqualTo(
            "invalidQuery: UPDATE or DELETE statement over table p.d.streamed would affect rows in"
                + " the streaming buffer, which is not supported");
    runs("UPDATE d.streamed SET n = 8 WHERE n = 7");
    assertThat(clients.rows("streamed")).containsExactly("1", "8");
    clients.local.advanceClock(Duration.ofMinutes(31));
    runs(statement);
    assertThat(clients.rows("streamed")).doesNotContain("1");
  }

  @Test
  @Fact("RT-172")
  void dmlChangesRowsThatAWriteStreamBroughtLately() throws Exception {
    clients.createTable("appended", Field.of("n", StandardSQLTypeName.INT64));
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(LocalClients.streamName("appended"), schema("n:INT64"), row(1L)));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }

    runs("UPDATE d.appended SET n = 2 WHERE n = 1");

    assertThat(clients.rows("appended")).containsExactly("2");
  }
}
