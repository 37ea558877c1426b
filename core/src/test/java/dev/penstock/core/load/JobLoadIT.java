package dev.penstock.core.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import dev.penstock.core.append.TextRow;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.load.LoadJob.Disposition;
import dev.penstock.core.load.file.FileCodec;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.Time;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Loads by jobs into a local BigQuery: all rows or none, each once. */
class JobLoadIT {
  private static final SourceSchema ROWS =
      new SourceSchema(
          List.of(
              SourceField.of("id", ValueKind.LONG, false),
              SourceField.of("name", ValueKind.TEXT, true)));

  /** Three chunks, uncompressed. */
  private static final int ROW_COUNT = 40_000;

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("jobs");

  private final BigQueryConnection connection =
      BigQueryConnection.open(
          new Endpoint.Emulator(URI.create(BIGQUERY.restUrl()), BIGQUERY.grpcTarget()),
          BIGQUERY.project(),
          "penstock-test/1");

  @AfterEach
  void close() {
    connection.close();
    BIGQUERY.faults().clear();
  }

  private static void create(String table) {
    BIGQUERY
        .client()
        .create(
            TableInfo.of(
                TableId.of(BIGQUERY.project(), "jobs", table),
                StandardTableDefinition.of(
                    Schema.of(
                        Field.newBuilder("id", StandardSQLTypeName.INT64)
                            .setMode(Field.Mode.REQUIRED)
                            .build(),
                        Field.of("name", StandardSQLTypeName.STRING),
                        Field.newBuilder("origin", StandardSQLTypeName.STRING)
                            .setDefaultValueExpression("'unknown'")
                            .build()))));
  }

  private LoadResult load(String table, FileCodec codec, int count) {
    LoadJob job =
        new LoadJob(
            "load_" + table, Map.of("run_id", "r1"), Disposition.APPEND, Duration.ofMinutes(1));
    try (JobLoad load =
        JobLoad.open(
            connection,
            new Destination(BIGQUERY.project(), "jobs", table),
            job,
            JobLoadOptions.builder()
                .chunkBytes(JobLoadOptions.CHUNK_UNIT)
                .blockBytes(64 << 10)
                .codec(codec)
                .retryTimeout(Duration.ofSeconds(30))
                .build(),
            Time.SYSTEM)) {
      ListCursor.appendAll(load, ROWS, rows(count));
      assertThat(ids(table)).isEmpty();
      return load.finish();
    }
  }

  private static List<TextRow> rows(int count) {
    return LongStream.rangeClosed(1, count).mapToObj(id -> new TextRow(id, "row " + id)).toList();
  }

  private static List<Long> ids(String table) {
    return BIGQUERY.table("jobs", table).rows().stream()
        .map(row -> (Long) row.get("id"))
        .sorted()
        .toList();
  }

  private static List<Long> range(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }

  @Test
  void rowsAppearTogetherWhenTheJobIsDone() {
    create("together");

    LoadResult result = load("together", FileCodec.DEFLATE, 1_000);

    assertThat(result.rows()).isEqualTo(1_000);
    assertThat(result.jobId()).isEqualTo("load_together");
    assertThat(ids("together")).isEqualTo(range(1_000));
    assertThat(BIGQUERY.table("jobs", "together").rows())
        .contains(Map.of("id", 17L, "name", "row 17", "origin", "unknown"));
  }

  @Test
  void chunksThatFailBeforeOrAfterTheyAreTakenRepeatAndLoseNothing() {
    create("chunks");
    BIGQUERY.faults().add("jobs.upload", null, 1, 1, new Fault.Fail("503", "away"));
    BIGQUERY.faults().add("jobs.uploadChunk", null, 1, 1, new Fault.Fail("503", "away"));
    BIGQUERY.faults().add("jobs.uploadChunk", null, 4, 4, new Fault.CutAfterCommit());
    BIGQUERY.faults().add("jobs.uploadChunk", null, 6, 6, new Fault.CutBeforeCommit());

    assertThat(load("chunks", FileCodec.NONE, ROW_COUNT).rows()).isEqualTo(ROW_COUNT);
    assertThat(ids("chunks")).isEqualTo(range(ROW_COUNT));
  }

  @Test
  void aLostAnswerToTheLastChunkStoresTheRowsOnce() {
    create("last");
    BIGQUERY.faults().add("jobs.uploadChunk", null, 1, 1, new Fault.CutAfterCommit());
    BIGQUERY.faults().add("jobs.get", null, 2, 2, new Fault.Fail("503", "away"));

    assertThat(load("last", FileCodec.NONE, 100).rows()).isEqualTo(100);
    assertThat(ids("last")).isEqualTo(range(100));
  }

  @Test
  void theSameRunAgainStoresNothingAgain() {
    create("again");
    load("again", FileCodec.NONE, 100);
    LoadJob job = new LoadJob("load_again", Map.of(), Disposition.APPEND, Duration.ofMinutes(1));
    try (JobLoad load =
        JobLoad.open(
            connection,
            new Destination(BIGQUERY.project(), "jobs", "again"),
            job,
            JobLoadOptions.defaults(),
            Time.SYSTEM)) {
      ListCursor.appendAll(load, ROWS, rows(100));

      assertThat(load.finish()).isEqualTo(new LoadResult(100, 0, "load_again"));
    }
    assertThat(ids("again")).isEqualTo(range(100));
  }
}
