package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.FieldValueList;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.JobStatistics.QueryStatistics;
import com.google.cloud.bigquery.JobStatus;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.QueryParameterValue;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableResult;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Query jobs through google-cloud-bigquery. */
@Tag("sql")
@Tag("protocol")
class JobsTest {
  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    clients = LocalClients.inMemory();
    clients.createTable(
        "t",
        Field.of("id", StandardSQLTypeName.INT64),
        Field.of("name", StandardSQLTypeName.STRING));
    ByteString[] rows = new ByteString[25];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row((long) i, "n" + i);
    }
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("t"), schema("id:INT64", "name:STRING"), rows));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static HttpResponse<String> post(String path, String body)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(
                    URI.create(clients.local.restUrl() + "/bigquery/v2/projects/p/" + path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  private static List<Long> ids(TableResult result) {
    List<Long> ids = new ArrayList<>();
    for (FieldValueList row : result.iterateAll()) {
      ids.add(row.get(0).getLongValue());
    }
    return ids;
  }

  @Test
  @Fact({"RT-127", "RT-131", "RT-132", "RT-136"})
  void pagesOverTheResultOfAQuery() throws InterruptedException {
    TableResult result =
        clients.rest.query(
            QueryJobConfiguration.newBuilder("SELECT id FROM d.t ORDER BY id")
                .setMaxResults(10L)
                .build());

    assertThat(result.getTotalRows()).isEqualTo(25);
    assertThat(ids(result)).hasSize(25).startsWith(0L, 1L).endsWith(24L);
  }

  @Test
  @Fact({"RT-133", "RT-134", "RT-148"})
  void bindsParametersAndGivesTimestampsInBothForms() throws InterruptedException {
    Instant instant = Instant.parse("2024-01-02T03:04:05.678901Z");
    for (boolean micros : new boolean[] {true, false}) {
      TableResult result =
          clients.rest.query(
              QueryJobConfiguration.newBuilder(
                      "SELECT @n + 1, TIMESTAMP '2024-01-02 03:04:05.678901+00'")
                  .addNamedParameter("n", QueryParameterValue.int64(41))
                  .setUseQueryCache(micros)
                  .build());
      FieldValueList row = result.iterateAll().iterator().next();
      assertThat(row.get(0).getLongValue()).isEqualTo(42);
      assertThat(row.get(1).getTimestampInstant()).isEqualTo(instant);
    }
  }

  @Test
  @Fact({"RT-069", "RT-070", "RT-072"})
  void anIdRunsOnce() throws IOException, InterruptedException {
    JobId id = JobId.of("p", "once");
    JobInfo info = JobInfo.of(id, QueryJobConfiguration.of("SELECT id FROM d.t WHERE id < 3"));
    Job job = clients.rest.create(info).waitFor();

    assertThat(job.getStatus().getState()).isEqualTo(JobStatus.State.DONE);
    assertThat(((QueryStatistics) job.getStatistics()).getStatementType())
        .isEqualTo(QueryStatistics.StatementType.SELECT);
    assertThat(ids(job.getQueryResults())).containsExactlyInAnyOrder(0L, 1L, 2L);
    HttpResponse<String> again =
        post(
            "jobs",
            "{\"jobReference\":{\"jobId\":\"once\"},\"configuration\":{\"query\":"
                + "{\"query\":\"SELECT 1\",\"useLegacySql\":false}}}");
    assertThat(again.statusCode()).isEqualTo(409);
    assertThat(again.body()).contains("\"reason\":\"duplicate\"", "Already Exists: Job p:US.once");
    assertThat(clients.rest.getJob(JobId.of("p", "unknown"))).isNull();
  }

  @Test
  @Fact("RT-126")
  void theFirstLineMayNameTheDialect() throws IOException, InterruptedException {
    assertThat(
            post("queries", "{\"query\":\"#StandardSQL\\nSELECT 42 AS x\",\"timeoutMs\":100000}")
                .body())
        .contains("\"v\":\"42\"");
    assertThat(
            post(
                    "jobs",
                    "{\"configuration\":{\"query\":{\"query\":\"#standardSQL\\r\\nSELECT 1\"}}}")
                .statusCode())
        .isEqualTo(200);
    assertThat(post("queries", "{\"query\":\"#legacySQL\\nSELECT 1\"}").body())
        .contains("not supported by Penstock local: legacy SQL");
    assertThat(
            post("queries", "{\"query\":\"#legacySQL\\nSELECT 1\",\"useLegacySql\":false}").body())
        .contains("Query text specifies use_legacy_sql:true, while API options specify:false");
    assertThat(post("queries", "{\"query\":\"#standardSQL SELECT 1\"}").body())
        .contains("not supported by Penstock local: legacy SQL");
  }

  @Test
  void jsonThatIsNoneIsRefusedInOneSentence() throws IOException, InterruptedException {
    assertThat(
            post(
                    "queries",
                    "{\"query\":\"#standardSQL\\nSELECT PARSE_JSON('{bad')\",\"timeoutMs\":100000}")
                .body())
        .contains("Invalid input to PARSE_JSON: the text at line 1, column 2 is no JSON")
        .doesNotContain("Source", "REDACTED");
  }

  @Test
  void aParameterThatDoesNotFitIsNamedWithItsValue() throws IOException, InterruptedException {
    String body =
        "{\"query\":\"SELECT ?\",\"useLegacySql\":false,\"queryParameters\":["
            + "{%s\"parameterType\":{\"type\":\"DATE\"},\"parameterValue\":{\"value\":\"2026-02-30\"}}]}";
    assertThat(post("queries", body.formatted("\"name\":\"day\",")).body())
        .contains("Invalid date string in query parameter day: 2026-02-30");
    assertThat(post("queries", body.formatted("")).body())
        .contains("Invalid date string in query parameter 1: 2026-02-30");
  }

  @Test
  @Fact({"RT-129", "RT-023"})
  void aRequestIdRunsOnce() throws IOException, InterruptedException {
    clients.createTable("once", Field.of("id", StandardSQLTypeName.INT64));
    String insert =
        "{\"query\":\"INSERT INTO d.once VALUES (1)\",\"useLegacySql\":false,"
            + "\"requestId\":\"r-1\"}";

    assertThat(post("queries", insert).body()).contains("\"numDmlAffectedRows\":\"1\"");
    assertThat(post("queries", insert).body()).contains("\"numDmlAffectedRows\":\"1\"");

    assertThat(clients.rows("once")).containsExactly("1");
  }

  @Test
  @Fact({"RT-145", "RT-006"})
  void writesToADestinationByItsDisposition() throws InterruptedException {
    QueryJobConfiguration.Builder query =
        QueryJobConfiguration.newBuilder("SELECT id, name FROM d.t WHERE id = 7")
            .setDestinationTable(TableId.of("d", "dst"));

    assertThat(ids(clients.rest.query(query.build()))).containsExactly(7L);
    assertThat(clients.rows("dst")).containsExactly("7|n7");
    assertThatThrownBy(() -> clients.rest.query(query.build()))
        .hasMessageContaining("Already Exists: Table p:d.dst");
    clients.rest.query(query.setWriteDisposition(JobInfo.WriteDisposition.WRITE_APPEND).build());
    assertThat(clients.rows("dst")).containsExactly("7|n7", "7|n7");
    clients.rest.query(query.setWriteDisposition(JobInfo.WriteDisposition.WRITE_TRUNCATE).build());
    assertThat(clients.rows("dst")).containsExactly("7|n7");
  }

  @Test
  @Fact({"RT-146", "RT-071", "RT-009"})
  void answersErrorsWithTheirReasons() {
    assertThatThrownBy(() -> clients.rest.query(QueryJobConfiguration.of("SELECT nope FROM d.t")))
        .isInstanceOfSatisfying(
            BigQueryException.class,
            e -> {
              assertThat(e.getCode()).isEqualTo(400);
              assertThat(e.getReason()).isEqualTo("invalidQuery");
              assertThat(e.getMessage()).contains("Unrecognized name: nope", "at [1:8]");
            });
    assertThatThrownBy(() -> clients.rest.query(QueryJobConfiguration.of("SELECT 1 FROM d.absent")))
        .isInstanceOfSatisfying(
            BigQueryException.class,
            e -> {
              assertThat(e.getCode()).isEqualTo(404);
              assertThat(e.getReason()).isEqualTo("notFound");
              assertThat(e.getMessage()).startsWith("Not found: Table p:d.absent");
            });
  }

  @Test
  @Fact("RT-085")
  void aDryRunAnswersTheSchemaAndKeepsNoJob() {
    Job job =
        clients.rest.create(
            JobInfo.of(
                QueryJobConfiguration.newBuilder("SELECT id FROM d.t").setDryRun(true).build()));

    QueryStatistics statistics = job.getStatistics();
    assertThat(statistics.getSchema().getFields()).hasSize(1);
  }

  @Test
  @Fact("RT-126")
  void refusesLegacySqlAndOtherKindsOfJobs() {
    assertThatThrownBy(
            () ->
                clients.rest.query(
                    QueryJobConfiguration.newBuilder("SELECT 1").setUseLegacySql(true).build()))
        .hasMessageContaining("not supported by Penstock local: legacy SQL");
  }
}
