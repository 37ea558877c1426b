package dev.penstock.core.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.client.http.ByteArrayContent;
import com.google.api.client.http.GenericUrl;
import dev.penstock.core.append.TextRow;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.job.WriteDisposition;
import dev.penstock.core.load.file.FileCodec;
import dev.penstock.core.load.file.StagedFiles;
import dev.penstock.core.load.file.StagedTable;
import dev.penstock.core.load.file.StagingOptions;
import dev.penstock.core.load.plan.CommitLimits;
import dev.penstock.core.load.plan.CommitPlan;
import dev.penstock.core.load.plan.CommitPlanner;
import dev.penstock.core.load.plan.CommitRequest;
import dev.penstock.core.load.plan.StagedFile;
import dev.penstock.core.load.plan.StagedGroup;
import dev.penstock.core.load.store.ObjectRemoval;
import dev.penstock.core.load.store.ObjectStore;
import dev.penstock.core.load.store.StagingPath;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.RetrySchedule;
import dev.penstock.core.time.Time;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows through files in a local Cloud Storage into a local BigQuery, whole. */
class CommitIT {
  private static final CommitLimits SMALL = new CommitLimits(2, 1L << 30, 2, 100, 100, 10, 10);
  private static final SourceSchema SOURCE =
      new SourceSchema(
          List.of(
              SourceField.of("id", ValueKind.LONG, false),
              SourceField.of("name", ValueKind.TEXT, true)));
  private static final TableSchema COLUMNS =
      new TableSchema(
          List.of(
              Column.nullable("id", ColumnType.INT64), Column.nullable("name", ColumnType.STRING)));

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("files");

  private final BigQueryConnection connection =
      BigQueryConnection.open(
          new Endpoint.Emulator(URI.create(BIGQUERY.restUrl()), BIGQUERY.grpcTarget()),
          BIGQUERY.project(),
          "penstock-test/1");
  private String bucket;

  @BeforeEach
  void createBucket() throws IOException {
    bucket = "staging-" + System.identityHashCode(this);
    call("POST", "storage/v1/b?project=p", "{\"name\":\"" + bucket + "\"}");
  }

  @AfterEach
  void close() {
    connection.close();
    BIGQUERY.faults().clear();
  }

  private String call(String method, String path, String json) throws IOException {
    return connection
        .rest()
        .getRequestFactory()
        .buildRequest(
            method,
            new GenericUrl(connection.storageRoot() + path),
            json.isEmpty()
                ? null
                : new ByteArrayContent("application/json", json.getBytes(StandardCharsets.UTF_8)))
        .execute()
        .parseAsString();
  }

  private String objects() throws IOException {
    return call("GET", "storage/v1/b/" + bucket + "/o", "");
  }

  private static Destination table(String name) {
    return new Destination(BIGQUERY.project(), "files", name);
  }

  private ObjectStore store() {
    return new ObjectStore(
        connection,
        StagingPath.parse("gs://" + bucket + "/stage/"),
        Duration.ofSeconds(30),
        Time.SYSTEM);
  }

  /** Five files of two rows. */
  private List<StagedFile> stage(String table) {
    StagedTable staged = new StagedTable(table(table), SOURCE, COLUMNS, List.of());
    StagingOptions options =
        StagingOptions.builder().maxFileBytes(1).blockBytes(20).codec(FileCodec.best()).build();
    try (StagedFiles files = new StagedFiles(store(), "run_1/w0", options, Time.SYSTEM)) {
      for (int id = 0; id < 10; id++) {
        assertThat(files.append(staged, new TextRow(id, "name of row"))).isNull();
      }
      return files.finish();
    }
  }

  private static CommitPlan plan(
      String id, WriteDisposition disposition, List<StagedFile> files, CommitLimits limits) {
    return CommitPlanner.plan(
        new CommitRequest(id, StagedGroup.of(files), disposition, null), limits);
  }

  private CommitResult run(CommitPlan plan) {
    ServiceTables tables =
        new ServiceTables(
            new TableAdmin(connection, Time.SYSTEM),
            plan.request().disposition(),
            destination ->
                new ServiceTables.Wanted(
                    TablePolicy.builder().createTable(true).build(), COLUMNS.columns()));
    ObjectRemoval removal = new ObjectRemoval(connection, Duration.ofSeconds(30), Time.SYSTEM);
    ServiceJobs jobs =
        new ServiceJobs(
            connection,
            Time.SYSTEM,
            RetrySchedule.exponential(Duration.ofMillis(5), Duration.ofMillis(100)));
    try (CommitRun run = new CommitRun(jobs, tables, removal::delete, CommitOptions.defaults())) {
      return run.run(plan);
    }
  }

  private static List<Long> ids(String table) {
    return BIGQUERY.table("files", table).rows().stream()
        .map(row -> (Long) row.get("id"))
        .sorted()
        .toList();
  }

  private static List<Long> everyIdTimes(int times) {
    return IntStream.range(0, 10 * times).mapToObj(i -> (long) (i / times)).toList();
  }

  private static List<String> temporaryTables() {
    return BIGQUERY.tables("files").stream().filter(name -> name.startsWith("tmp_")).toList();
  }

  @Test
  void rowsOfFilesBecomeRowsOfTheirTables() throws IOException {
    List<StagedFile> files = stage("direct");
    assertThat(files).hasSizeGreaterThan(2);
    assertThat(objects()).contains("\"stage/run_1/w0/penstock-test.files.direct/0.avro\"");

    CommitResult result =
        run(plan("direct", WriteDisposition.APPEND, files, CommitLimits.ofService()));

    assertThat(ids("direct")).isEqualTo(everyIdTimes(1));
    assertThat(result.rows()).isEqualTo(10);
    assertThat(result.leftovers()).isEmpty();
    assertThat(objects()).doesNotContain(".avro");
  }

  @Test
  void moreFilesThanALoadTakesGoThroughTemporaryTables() throws IOException {
    for (WriteDisposition disposition :
        List.of(
            WriteDisposition.EMPTY,
            WriteDisposition.APPEND,
            WriteDisposition.TRUNCATE,
            WriteDisposition.TRUNCATE_DATA)) {
      CommitResult result = run(plan("over_" + disposition, disposition, stage("over"), SMALL));

      assertThat(ids("over"))
          .as(disposition.word())
          .isEqualTo(everyIdTimes(disposition == WriteDisposition.APPEND ? 2 : 1));
      assertThat(result.rows()).isEqualTo(10);
      assertThat(result.leftovers()).isEmpty();
      assertThat(temporaryTables()).isEmpty();
      assertThat(objects()).doesNotContain(".avro");
    }
  }

  @Test
  void aCommitThatFailedIsRepeatedWithTheSameFiles() throws IOException {
    List<StagedFile> files = stage("again");
    CommitPlan plan = plan("again", WriteDisposition.APPEND, files, SMALL);
    BIGQUERY.faults().add("jobs.insert", null, 4, 4, new Fault.Fail("403 accessDenied", "no jobs"));

    assertThatThrownBy(() -> run(plan)).hasMessageContaining("no jobs");
    assertThat(ids("again")).isEmpty();
    assertThat(objects()).contains(".avro");

    CommitResult result = run(plan);

    assertThat(ids("again")).isEqualTo(everyIdTimes(1));
    assertThat(result.rows()).isEqualTo(10);
    assertThat(temporaryTables()).isEmpty();
  }

  @Test
  void aCommitThatIsRepeatedAfterItsEndStoresNothingTwice() {
    CommitPlan plan =
        plan("twice", WriteDisposition.APPEND, stage("twice"), CommitLimits.ofService());
    CommitResult first = run(plan);

    CommitResult second = run(plan);

    assertThat(second).isEqualTo(first);
    assertThat(ids("twice")).isEqualTo(everyIdTimes(1));
  }

  @Test
  void uploadsAndRemovalsOutliveAnUnwellService() throws IOException {
    for (String method : List.of("storage.objects.insert", "storage.batch")) {
      BIGQUERY.faults().add(method, null, 1, 1, new Fault.Fail("503 backendError", "unwell"));
    }

    CommitResult result =
        run(plan("unwell", WriteDisposition.APPEND, stage("unwell"), CommitLimits.ofService()));

    assertThat(ids("unwell")).isEqualTo(everyIdTimes(1));
    assertThat(result.leftovers()).isEmpty();
    assertThat(objects()).doesNotContain(".avro");
  }

  @Test
  void stagingPathsAreAddressesOfBuckets() {
    assertThat(StagingPath.parse("gs://bucket")).isEqualTo(new StagingPath("bucket", ""));
    assertThat(StagingPath.parse("gs://bucket/a/b/")).isEqualTo(new StagingPath("bucket", "a/b"));
    for (String bad :
        List.of("bucket", "gs://", "gs://Bucket/a", "gs://bucket/a*", "s3://bucket")) {
      assertThatThrownBy(() -> StagingPath.parse(bad))
          .hasMessage(
              "stagingPath: "
                  + bad
                  + " (expected: gs://bucket or gs://bucket/prefix, the bucket in lower case, no"
                  + " *)");
    }
  }
}
