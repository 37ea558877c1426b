package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigquery.BigQuery.JobListOption;
import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.JobStatistics.QueryStatistics;
import com.google.cloud.bigquery.JobStatus;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.TableId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where jobs run, how they are ended and listed, and what they say of what they did. */
@Tag("sql")
class JobControlTest {
  /** Takes minutes. */
  private static final String ENDLESS =
      "SELECT COUNTIF(MOD(a * b, 7) = 3) AS n FROM UNNEST(GENERATE_ARRAY(1, 1000000)) AS a,"
          + " UNNEST(GENERATE_ARRAY(1, 1000000)) AS b";

  private static LocalClients clients;
  private static RestJson http;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    clients = LocalClients.inMemory();
    http = new RestJson(clients.local);
    clients.rest.create(DatasetInfo.newBuilder("eu").setLocation("EU").build());
    clients.rest.query(QueryJobConfiguration.of("CREATE TABLE d.target (n INT64)"));
    clients.rest.query(QueryJobConfiguration.of("INSERT INTO d.target VALUES (1)"));
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static Job submit(String id, String sql) {
    return clients.rest.create(
        JobInfo.of(JobId.of(id), QueryJobConfiguration.newBuilder(sql).build()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ENDLESS,
        "INSERT INTO d.target (n) " + ENDLESS,
        "UPDATE d.target SET n = (" + ENDLESS + ") WHERE TRUE",
        "CREATE OR REPLACE TABLE d.target AS " + ENDLESS
      })
  @Fact({"RT-005", "RT-076"})
  void endsWhatRunsWithoutAnEffect(String sql) {
    Job job = submit("endless_" + Integer.toHexString(sql.hashCode()), sql);
    await()
        .until(
            () -> clients.rest.getJob(job.getJobId()).getStatus().getState(),
            JobStatus.State.RUNNING::equals);

    assertThat(clients.rest.cancel(job.getJobId())).isTrue();

    JobStatus status = clients.awaitEnd(job.getJobId()).getStatus();
    assertThat(status.getError().getReason()).isEqualTo("stopped");
    assertThat(status.getError().getMessage())
        .isEqualTo("Job execution was cancelled: User requested cancellation");
    assertThat(clients.rows("target")).containsExactly("1");
  }

  @Test
  @Fact("RT-076")
  void leavesJobsThatHaveEndedAsTheyAre() throws InterruptedException {
    Job job = submit("ended", "SELECT 1").waitFor();
    assertThat(clients.rest.cancel(job.getJobId())).isTrue();
    assertThat(clients.rest.getJob(job.getJobId()).getStatus().getError()).isNull();
  }

  @Test
  @Fact("RT-078")
  void deletesAJobWithThoseOfItsScript() throws InterruptedException {
    Job script = submit("deleted", "SELECT 1; SELECT 2").waitFor();
    String child =
        clients
            .rest
            .listJobs(JobListOption.parentJobId("deleted"))
            .iterateAll()
            .iterator()
            .next()
            .getJobId()
            .getJob();
    assertThat(clients.rest.delete(script.getJobId())).isTrue();

    assertThat(clients.rest.getJob(script.getJobId())).isNull();
    assertThat(clients.rest.getJob(JobId.of(child))).isNull();
    assertThatThrownBy(() -> clients.rest.delete(script.getJobId()))
        .isInstanceOf(BigQueryException.class)
        .hasMessage("Not found: Job p:US.deleted");
    assertThat(clients.rest.delete(submit("running", "SELECT 3").getJobId())).isTrue();
  }

  @Test
  @Fact("RT-130")
  void tellsNoJobOfAQueryThatNeedsNone() throws IOException, InterruptedException {
    String query = "{\"query\":\"SELECT 1\",\"useLegacySql\":false";
    JsonNode answer =
        http.send("POST", "queries", query + ",\"jobCreationMode\":\"JOB_CREATION_OPTIONAL\"}");
    assertThat(answer.has("jobReference")).isFalse();
    assertThat(answer.required("queryId").textValue()).isNotEmpty();
    assertThat(answer.required("location").textValue()).isEqualTo("US");
    JsonNode plain = http.send("POST", "queries", query + "}");
    assertThat(plain.required("queryId")).isEqualTo(plain.at("/jobReference/jobId"));
    JsonNode required =
        http.send("POST", "queries", query + ",\"jobCreationMode\":\"JOB_CREATION_REQUIRED\"}");
    assertThat(required.has("jobReference")).isTrue();
    assertThat(required.has("queryId")).isFalse();
  }

  @Test
  @Fact("RT-128")
  void answersAQueryThatOutlastsItsTimeoutWithoutRows() throws IOException, InterruptedException {
    JsonNode answer =
        http.send(
            "POST",
            "queries",
            "{\"query\":\"" + ENDLESS + "\",\"useLegacySql\":false,\"timeoutMs\":1}");
    assertThat(answer.required("jobComplete").booleanValue()).isFalse();
    assertThat(answer.has("rows")).isFalse();
    String id = answer.required("jobReference").required("jobId").textValue();
    assertThat(http.get("queries/" + id + "?timeoutMs=1").required("jobComplete").booleanValue())
        .isFalse();
    assertThat(clients.rest.cancel(JobId.of(id))).isTrue();
  }

  @Test
  @Fact("RT-068")
  void refusesIdsOfOtherCharacters() throws IOException, InterruptedException {
    JsonNode answer =
        http.send(
            "POST",
            "jobs",
            "{\"jobReference\":{\"jobId\":\"a.b\"},\"configuration\":{\"query\":"
                + "{\"query\":\"SELECT 1\",\"useLegacySql\":false}}}");
    assertThat(answer.at("/error/code").intValue()).isEqualTo(400);
    assertThat(submit("A-b_1", "SELECT 1").getJobId().getJob()).isEqualTo("A-b_1");
    Job made = clients.rest.create(JobInfo.of(QueryJobConfiguration.of("SELECT 1")));
    assertThat(made.getJobId().getJob()).isNotEmpty();
  }

  @Test
  @Fact("RT-077")
  void cannotCancelWhatIsNotThere() {
    assertThat(clients.rest.cancel(JobId.of("nowhere"))).isFalse();
  }

  @Test
  @Fact({"RT-073", "RT-074", "RT-075", "RT-007"})
  void runsQueriesWhereTheirDatasetsAre() throws InterruptedException {
    clients.rest.query(QueryJobConfiguration.of("CREATE TABLE eu.t AS SELECT 1 AS n"));
    Job job = submit("of_eu", "SELECT n FROM eu.t").waitFor();

    assertThat(job.getJobId().getLocation()).isEqualTo("EU");
    assertThat(clients.rest.getJob(JobId.of("of_eu"))).isNull();
    JobId right = JobId.newBuilder().setJob("of_eu").setLocation("EU").build();
    assertThat(clients.rest.getJob(right)).isNotNull();
    JobId wrong = JobId.newBuilder().setJob("of_eu").setLocation("asia-east1").build();
    assertThat(clients.rest.getJob(wrong)).isNull();
    assertThatThrownBy(
            () -> clients.rest.query(QueryJobConfiguration.of("SELECT * FROM d.target, eu.t")))
        .isInstanceOf(BigQueryException.class)
        .hasMessage("Not found: Dataset p:d was not found in location EU");
    JobId us = JobId.newBuilder().setRandomJob().setLocation("US").build();
    assertThatThrownBy(() -> clients.rest.query(QueryJobConfiguration.of("SELECT * FROM eu.t"), us))
        .hasMessage("Not found: Dataset p:eu was not found in location US");
    assertThatThrownBy(
            () ->
                clients.rest.query(
                    QueryJobConfiguration.newBuilder("SELECT * FROM eu.t")
                        .setDestinationTable(TableId.of("d", "elsewhere"))
                        .build()))
        .hasMessage("Not found: Dataset p:d");
  }

  @Test
  @Fact("RT-079")
  void listsJobsByStateTimeAndPage() throws IOException, InterruptedException {
    List<String> known = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      known.add(0, submit("listed_" + i, "SELECT " + i).waitFor().getJobId().getJob());
    }
    Job first = clients.rest.getJob(JobId.of("listed_0"));
    long from = first.getStatistics().getCreationTime();

    List<String> listed =
        StreamSupport.stream(
                clients
                    .rest
                    .listJobs(
                        JobListOption.pageSize(2),
                        JobListOption.minCreationTime(from),
                        JobListOption.stateFilter(JobStatus.State.DONE, JobStatus.State.PENDING))
                    .iterateAll()
                    .spliterator(),
                false)
            .map(job -> job.getJobId().getJob())
            .toList();
    assertThat(listed).containsSubsequence(known);

    assertThat(http.get("jobs?maxCreationTime=" + (from - 1)).toString()).doesNotContain("listed_");
    assertThat(http.get("jobs?stateFilter=running").toString()).doesNotContain("listed_");
    assertThat(http.get("jobs?parentJobId=listed_0").required("jobs")).isEmpty();
    JsonNode minimal = http.get("jobs?maxResults=1").required("jobs").get(0);
    assertThat(minimal.has("configuration")).isFalse();
    assertThat(minimal.required("state").textValue()).isEqualTo("DONE");
    JsonNode full = http.get("jobs?maxResults=1&projection=full").required("jobs").get(0);
    assertThat(full.required("configuration").required("jobType").textValue()).isEqualTo("QUERY");
  }

  @Test
  @Fact("RT-067")
  void keepsLabels() throws InterruptedException {
    QueryJobConfiguration query =
        QueryJobConfiguration.newBuilder("SELECT 1").setLabels(Map.of("team", "a")).build();
    Job job = clients.rest.create(JobInfo.of(JobId.of("labelled"), query)).waitFor();
    QueryJobConfiguration kept = job.getConfiguration();
    assertThat(kept.getLabels()).containsExactlyEntriesOf(Map.of("team", "a"));
  }

  @Test
  @Fact("RT-139")
  void saysWhatDdlDid() throws InterruptedException {
    String table = "TABLE d.made";
    assertThat(ddl("CREATE " + table + " (n INT64)")).isEqualTo("CREATE made");
    assertThat(ddl("CREATE TABLE IF NOT EXISTS d.made (n INT64)")).isEqualTo("SKIP made");
    assertThat(ddl("CREATE OR REPLACE " + table + " AS SELECT 1 AS n")).isEqualTo("REPLACE made");
    assertThat(ddl("DROP " + table)).isEqualTo("DROP made");
    assertThat(ddl("DROP TABLE IF EXISTS d.made")).isEqualTo("SKIP made");
    assertThat(ddl("CREATE SCHEMA schema_made")).isEqualTo("CREATE null");
    assertThat(ddl("DROP SCHEMA schema_made")).isEqualTo("DROP null");
  }

  private static String ddl(String sql) throws InterruptedException {
    Job job = clients.rest.create(JobInfo.of(QueryJobConfiguration.of(sql))).waitFor();
    QueryStatistics statistics = job.getStatistics();
    TableId target = statistics.getDdlTargetTable();
    return statistics.getDdlOperationPerformed()
        + " "
        + (target == null ? null : target.getTable());
  }

  @Test
  @Fact("RT-064")
  void dropsASchemaWithAllItsTablesOrNothing() throws InterruptedException {
    clients.rest.create(DatasetInfo.of("crowd"));
    for (int i = 0; i < 5; i++) {
      clients.rest.query(
          QueryJobConfiguration.of("CREATE TABLE crowd.t" + i + " AS SELECT 1 AS n"));
    }
    assertThatThrownBy(() -> clients.rest.query(QueryJobConfiguration.of("DROP SCHEMA crowd")))
        .hasMessage("Dataset p:crowd is still in use");
    assertThat(clients.rest.listTables("crowd").iterateAll()).hasSize(5);
    clients.rest.query(QueryJobConfiguration.of("DROP SCHEMA crowd CASCADE"));
    assertThat(clients.rest.getDataset("crowd")).isNull();
    clients.rest.create(DatasetInfo.of("crowd"));
    assertThat(clients.rest.listTables("crowd").iterateAll()).isEmpty();
  }
}
