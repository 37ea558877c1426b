package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.StandardSQLTypeName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What tables.get and copy jobs tell of bytes. */
class TableStatisticsTest {
  private static LocalClients clients;
  private static RestJson rest;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    clients = LocalClients.inMemory();
    rest = new RestJson(clients.local);
    clients.createTable(
        "t", Field.of("n", StandardSQLTypeName.INT64), Field.of("s", StandardSQLTypeName.STRING));
    load("1,abc\n2,\u00e4\n");
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static void load(String csv) throws IOException, InterruptedException {
    String job =
        "{\"configuration\":{\"load\":{\"destinationTable\":{\"datasetId\":\"d\",\"tableId\":\"t\"}}}}";
    String answer =
        new Uploader(clients.local)
            .multipart(job, csv.getBytes(StandardCharsets.UTF_8), "\r\n", "\r\n")
            .body();
    await(answer);
  }

  private static JobId await(String answer) {
    JobId id = JobId.of("p", answer.replaceAll("(?s).*\"jobId\":\"([^\"]+)\".*", "$1"));
    assertThat(clients.awaitEnd(id).getStatus().getError()).isNull();
    return id;
  }

  @Test
  @Fact({"RT-021", "RT-022"})
  void statisticsAreTextsAndLeaveOutTheStreamingBuffer() throws Exception {
    JsonNode table = rest.get("datasets/d/tables/t");
    assertThat(table.path("numBytes").toString()).isEqualTo("\"25\"");
    assertThat(table.path("numTotalLogicalBytes").asText()).isEqualTo("25");
    assertThat(table.path("numActiveLogicalBytes").asText()).isEqualTo("25");
    assertThat(table.path("numLongTermBytes").asText()).isEqualTo("0");
    assertThat(table.path("numTimeTravelPhysicalBytes").asText()).isEqualTo("0");

    rest.send("POST", "datasets/d/tables/t/insertAll", "{\"rows\":[{\"json\":{\"n\":3}}]}");
    assertThat(rest.get("datasets/d/tables/t").path("numBytes").asText()).isEqualTo("25");
    clients.local.advanceClock(Duration.ofMinutes(31));
    assertThat(rest.get("datasets/d/tables/t").path("numBytes").asText()).isEqualTo("33");
    load("4,x\n");
    assertThat(rest.get("datasets/d/tables/t").path("numBytes").asText()).isEqualTo("44");

    assertThat(copiedBytes()).isEqualTo("44");
  }

  @Test
  @Fact({"RT-018", "RT-022"})
  void rowsMoveTheTimeOfTheLastChangeAndLeaveTheEtag() throws Exception {
    clients.createTable("u", Field.of("n", StandardSQLTypeName.INT64));
    String etag = rest.get("datasets/d/tables/u").path("etag").asText();
    long before = modified();

    for (String sql :
        new String[] {
          "INSERT d.u VALUES (1)",
          "BEGIN TRANSACTION; INSERT d.u VALUES (2); COMMIT TRANSACTION",
          "TRUNCATE TABLE d.u"
        }) {
      clients.local.advanceClock(Duration.ofMinutes(1));
      clients.rest.query(QueryJobConfiguration.of(sql));
      assertThat(modified()).as(sql).isGreaterThanOrEqualTo(before + 60_000);
      before = modified();
    }
    clients.local.advanceClock(Duration.ofMinutes(1));
    assertThat(modified()).isEqualTo(before);
    rest.send("POST", "datasets/d/tables/u/insertAll", "{\"rows\":[{\"json\":{\"n\":3}}]}");
    assertThat(modified()).isGreaterThanOrEqualTo(before + 60_000);

    assertThat(rest.get("datasets/d/tables/u").path("etag").asText()).isEqualTo(etag);
    assertThat(
            clients
                .rest
                .query(
                    QueryJobConfiguration.of(
                        "SELECT last_modified_time FROM d.__TABLES__ WHERE table_id = 'u'"))
                .iterateAll())
        .extracting(row -> row.get(0).getLongValue())
        .containsExactly(modified());
  }

  private static long modified() throws IOException, InterruptedException {
    return rest.get("datasets/d/tables/u").path("lastModifiedTime").asLong();
  }

  /** RT-124. */
  private static String copiedBytes() throws Exception {
    String table = "{\"projectId\":\"p\",\"datasetId\":\"d\",\"tableId\":\"%s\"}";
    JsonNode job =
        rest.send(
            "POST",
            "jobs",
            "{\"configuration\":{\"copy\":{\"sourceTable\":%s,\"destinationTable\":%s}}}"
                .formatted(table.formatted("t"), table.formatted("copy")));
    JobId id = await(job.toString());
    return rest.get("jobs/" + id.getJob()).at("/statistics/copy/copiedLogicalBytes").asText();
  }

  @Test
  @Fact("RT-021")
  void aViewAndFieldsSelectWhatIsTold() throws Exception {
    assertThat(rest.get("datasets/d/tables/t?view=BASIC").has("numBytes")).isFalse();
    for (String view : new String[] {"STORAGE_STATS", "FULL", "TABLE_METADATA_VIEW_UNSPECIFIED"}) {
      assertThat(rest.get("datasets/d/tables/t?view=" + view).has("numBytes")).isTrue();
    }
    assertThat(rest.get("datasets/d/tables/t?view=NONE").at("/error/message").asText())
        .isEqualTo("Invalid value for view: NONE");
    JsonNode fields = rest.get("datasets/d/tables/t?selectedFields=S").at("/schema/fields");
    assertThat(fields.size()).isEqualTo(1);
    assertThat(fields.at("/0/name").asText()).isEqualTo("s");
  }
}
