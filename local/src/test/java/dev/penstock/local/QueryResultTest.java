package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.gax.rpc.ApiException;
import com.google.api.gax.rpc.NotFoundException;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.google.protobuf.util.Timestamps;
import dev.penstock.local.service.ReadOptions;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What queries answer besides their rows, and reads of the anonymous tables of their results. */
@Tag("protocol")
class QueryResultTest {
  private static final String VALUES =
      "SELECT 1 AS id, 'one' AS name, [STRUCT(7 AS n)] AS items, NUMERIC '1.5' AS price,"
          + " INTERVAL 3 DAY AS span, TIMESTAMP '2026-01-02 03:04:05+00' AS made"
          + " UNION ALL SELECT 2, NULL, [], NULL, NULL, NULL ORDER BY id DESC";

  private static LocalClients clients;
  private static TableReads reads;

  @BeforeAll
  static void start() throws IOException {
    clients =
        new LocalClients(
            LocalOptions.inMemory().withReads(ReadOptions.defaults().withStreamBytes(400)));
    clients.rest.create(DatasetInfo.newBuilder("d").setLocation("US").build());
    reads = new TableReads(clients.local);
  }

  @AfterAll
  static void stop() {
    reads.close();
    clients.close();
  }

  private static Job run(String sql) throws InterruptedException {
    return clients.rest.create(JobInfo.of(QueryJobConfiguration.of(sql))).waitFor();
  }

  /** The table that jobs.get names. */
  private static String table(Job job) {
    QueryJobConfiguration done = job.getConfiguration();
    TableId id = done.getDestinationTable();
    assertThat(id.getDataset()).startsWith("_");
    return "projects/p/datasets/" + id.getDataset() + "/tables/" + id.getTable();
  }

  private static CreateReadSessionRequest.Builder of(
      String table, CreateReadSessionRequest.Builder request) {
    request.getReadSessionBuilder().setTable(table);
    return request;
  }

  private static CreateReadSessionRequest.Builder avro(String table) {
    return of(table, TableReads.request("t"));
  }

  @Test
  @Fact({"RA-015", "RT-136"})
  void readsTheAnonymousTableInAvroInTheOrderOfTheResult()
      throws IOException, InterruptedException {
    ReadSession session = reads.create(avro(table(run(VALUES))));

    assertThat(session.getName()).startsWith("projects/p/locations/us/sessions/");
    assertThat(session.getEstimatedRowCount()).isEqualTo(2);
    assertThat(reads.rows(session).toString())
        .isEqualTo(
            "[{\"id\": 2, \"name\": null, \"items\": [], \"price\": null, \"span\": null,"
                + " \"made\": null},"
                + " {\"id\": 1, \"name\": \"one\", \"items\": [{\"n\": 7}], \"price\":"
                + " \"Yh/\\u0000\", \"span\":"
                + " {\"months\": 0, \"days\": 3, \"microseconds\": 0}, \"made\":"
                + " 1767323045000000}]");
  }

  @Test
  @Fact("RA-015")
  void readsTheAnonymousTableInArrow() throws IOException, InterruptedException {
    ReadSession session = reads.create(of(table(run(VALUES)), ArrowReads.request("t")));

    assertThat(ArrowReads.rows(ArrowReads.schema(session), reads.responses(session, 0, 0)))
        .first()
        .asString()
        .startsWith("2 | null | [] | null | null");
  }

  @Test
  @Fact("RA-015")
  void readsSomeColumnsAndRowsOfIt() throws IOException, InterruptedException {
    CreateReadSessionRequest.Builder request = avro(table(run(VALUES)));
    request
        .getReadSessionBuilder()
        .getReadOptionsBuilder()
        .addSelectedFields("name")
        .addSelectedFields("items.n")
        .setRowRestriction("id < 2 AND made > TIMESTAMP '2026-01-01'");

    assertThat(reads.rows(reads.create(request)).toString())
        .isEqualTo("[{\"name\": \"one\", \"items\": [{\"n\": 7}]}]");
  }

  @Test
  @Fact({"RA-015", "RA-008"})
  void cutsALargerResultIntoStreams() throws IOException, InterruptedException {
    String numbers = "SELECT x FROM UNNEST(GENERATE_ARRAY(1, 100)) AS x ORDER BY x";
    ReadSession session = reads.create(avro(table(run(numbers))).setMaxStreamCount(4));

    assertThat(session.getStreamsCount()).isBetween(2, 4);
    List<String> values = TableReads.column(reads.rows(session), "x");
    assertThat(values).hasSize(100).startsWith("1", "2").endsWith("99", "100");
  }

  @Test
  @Fact({"RA-047", "RT-136"})
  void findsNoResultThatIsGone() throws InterruptedException {
    Job deleted = run("SELECT 1 AS x");
    assertThat(clients.rest.delete(deleted.getJobId())).isTrue();
    assertMissing(deleted);

    clients.local.faults().add("job.query", null, 1, 1, new FaultScript.Fault.ExpireResult());
    Job expired = clients.rest.create(JobInfo.of(QueryJobConfiguration.of("SELECT 1 AS x")));
    assertMissing(clients.awaitEnd(expired.getJobId()));
  }

  private static void assertMissing(Job job) {
    CreateReadSessionRequest.Builder request = avro(table(job));
    assertThatThrownBy(() -> reads.create(request))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining(
            "request failed: Not found: Table p:_penstock_results.anon_" + job.getJobId().getJob());
  }

  @Test
  void tellsTheColumnsOfTheTableThatAStatementMadeOrChanged() throws InterruptedException {
    Schema made =
        answer(
            "CREATE OR REPLACE TABLE d.made (id INT64 NOT NULL, name STRING"
                + " OPTIONS (description = 'Who')) AS SELECT 1 AS id, 'x' AS name");
    Schema updated = answer("UPDATE d.made SET name = 'y' WHERE TRUE");
    Job inserted = run("INSERT INTO d.made VALUES (2, 'z')");

    assertThat(made)
        .isEqualTo(
            Schema.of(
                Field.newBuilder("id", StandardSQLTypeName.INT64)
                    .setMode(Field.Mode.REQUIRED)
                    .build(),
                Field.newBuilder("name", StandardSQLTypeName.STRING)
                    .setDescription("Who")
                    .build()));
    StandardTableDefinition table = clients.rest.getTable("d", "made").getDefinition();
    assertThat(table.getSchema()).isEqualTo(made);
    assertThat(updated).isEqualTo(made);
    assertThat(inserted.getQueryResults().getSchema()).isEqualTo(made);
    assertMissing(inserted);
  }

  private static Schema answer(String sql) throws InterruptedException {
    return clients.rest.query(QueryJobConfiguration.of(sql)).getSchema();
  }

  @Test
  @Fact("RA-015")
  void numbersColumnsOfOneNameUnlessTheClientNamesATable()
      throws IOException, InterruptedException {
    String query = "SELECT 1 AS x, 2 AS x, STRUCT(3 AS x).x";
    assertThat(reads.rows(reads.create(avro(table(run(query))))))
        .hasToString("[{\"x\": 1, \"x_1\": 2, \"x_2\": 3}]");

    QueryJobConfiguration stored =
        QueryJobConfiguration.newBuilder(query).setDestinationTable(TableId.of("d", "t")).build();
    assertThatThrownBy(() -> clients.rest.create(JobInfo.of(stored)).waitFor())
        .hasMessageContaining("Found duplicate(s): x");
  }

  @Test
  void tellsWhoRanAJob() throws InterruptedException {
    Job job = run("SELECT SESSION_USER()");

    assertThat(job.getUserEmail()).isEqualTo("local@penstock.invalid");
    assertThat(job.getQueryResults().getValues())
        .extracting(row -> row.get(0).getStringValue())
        .containsExactly("local@penstock.invalid");
  }

  @Test
  void readsNoResultAsOfATimeBeforeTheQuery() throws InterruptedException {
    CreateReadSessionRequest.Builder request = avro(table(run("SELECT 1 AS x")));
    request
        .getReadSessionBuilder()
        .getTableModifiersBuilder()
        .setSnapshotTime(Timestamps.fromMillis(1_000));

    assertThatThrownBy(() -> reads.create(request))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("Cannot read before ");
  }
}
