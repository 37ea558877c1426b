package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import dev.penstock.core.append.FinishedStreams;
import dev.penstock.core.append.TextRow;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.load.ListCursor;
import dev.penstock.core.load.LoadResult;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.RetrySchedule;
import dev.penstock.core.time.Time;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Loads by pending streams into a local BigQuery: all rows or none, each once. */
class PendingLoadIT {
  private static final int REQUEST_BYTES = 512;
  private static final int IN_FLIGHT_BYTES = 2_048;

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("pending");

  private final BigQueryConnection connection =
      BigQueryConnection.open(
          LocalWriters.endpoint(BIGQUERY), BIGQUERY.project(), "penstock-test/1");

  @AfterEach
  void close() {
    connection.close();
    BIGQUERY.faults().clear();
  }

  /** Small requests and short waits; a hung connection is given up after a second. */
  private static WriterOptions options() {
    return WriterOptions.builder(false, "penstock:test")
        .maxBatchBytes(REQUEST_BYTES)
        .maxInFlightBytes(IN_FLIGHT_BYTES)
        .maxConnections(1)
        .appendTimeout(Duration.ofSeconds(1))
        .recovery(
            new RetryBudget(
                RetrySchedule.exponential(Duration.ofMillis(20), Duration.ofMillis(100)), 10))
        .build();
  }

  private PendingLoad open(String table) {
    return open(table, 1);
  }

  private PendingLoad open(String table, int maxStreams) {
    BIGQUERY
        .client()
        .create(
            TableInfo.of(
                TableId.of(BIGQUERY.project(), "pending", table),
                StandardTableDefinition.of(
                    Schema.of(
                        Field.newBuilder("id", StandardSQLTypeName.INT64)
                            .setMode(Field.Mode.REQUIRED)
                            .build(),
                        Field.newBuilder("name", StandardSQLTypeName.STRING)
                            .setMaxLength(8L)
                            .build()))));
    return PendingLoad.open(
        connection,
        new Destination(BIGQUERY.project(), "pending", table),
        options(),
        maxStreams,
        Time.SYSTEM);
  }

  private static List<TextRow> rows(int count) {
    return LongStream.rangeClosed(1, count).mapToObj(id -> new TextRow(id, "row " + id)).toList();
  }

  private static List<Long> ids(String table) {
    return BIGQUERY.table("pending", table).rows().stream()
        .map(row -> (Long) row.get("id"))
        .sorted()
        .toList();
  }

  private static List<Long> range(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }

  @Test
  void rowsAppearTogetherWhenTheLoadIsFinished() {
    try (PendingLoad load = open("together")) {
      ListCursor.appendAll(load, WriterFixture.ROWS, rows(1_000));
      assertThat(ids("together")).isEmpty();

      LoadResult result = load.finish();

      assertThat(result.rows()).isEqualTo(1_000);
      assertThat(result.bytes()).isBetween(12_000L, 20_000L);
      assertThat(result.jobId()).isNull();
      assertThat(ids("together")).isEqualTo(range(1_000));
    }
  }

  @Test
  void rowsOfSeveralStreamsAppearTogether() {
    try (PendingLoad load = open("parallel", 4)) {
      ListCursor.appendAll(load, WriterFixture.ROWS, rows(1_000));
      FinishedStreams streams = load.prepare().orElseThrow();
      assertThat(streams.parts()).hasSize(4);
      assertThat(streams.rows()).isEqualTo(1_000);
      assertThat(ids("parallel")).isEmpty();

      assertThat(load.finish().rows()).isEqualTo(1_000);
    }

    assertThat(ids("parallel")).isEqualTo(range(1_000));
  }

  @Test
  void moreBytesThanOneCommitTakesAreRefusedByWhereTheTableLies() {
    CommitBound bound =
        new CommitBound(
            new Destination(BIGQUERY.project(), "pending", "far"),
            new TableAdmin(connection, Time.SYSTEM));

    bound.require(1_000_000_000_001L);
    assertThatThrownBy(() -> bound.require(10_000_000_000_001L))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REQUEST_INVALID))
        .hasMessageContaining(
            "10000000000001 bytes, and one commit of streams takes 10000000000000");
  }

  @Test
  void aLoadThatIsOnlyClosedLeavesNothing() {
    try (PendingLoad load = open("closed")) {
      ListCursor.appendAll(load, WriterFixture.ROWS, rows(500));
    }

    assertThat(ids("closed")).isEmpty();
  }

  @Test
  void aLoadWithoutRowsSendsNothing() {
    BIGQUERY.faults().add("CreateWriteStream", "empty", 1, 9, new Fault.Fail("INTERNAL", "no"));
    try (PendingLoad load = open("empty")) {
      assertThat(load.finish()).isEqualTo(new LoadResult(0, 0, null));
    }
  }

  @Test
  void cutAndHungConnectionsRepeatAndLoseNothing() {
    BIGQUERY.faults().add("AppendRows", "cuts", 2, 2, new Fault.CutAfterCommit());
    BIGQUERY.faults().add("AppendRows", "cuts", 7, 7, new Fault.CutBeforeCommit());
    BIGQUERY.faults().add("AppendRows", "cuts", 12, 12, new Fault.HangAfterCommit());
    try (PendingLoad load = open("cuts")) {
      ListCursor.appendAll(load, WriterFixture.ROWS, rows(1_000));

      assertThat(load.finish().rows()).isEqualTo(1_000);
    }

    assertThat(ids("cuts")).isEqualTo(range(1_000));
  }

  @Test
  void finalizingAndCommittingGoOnWhenTheirAnswersAreLost() {
    BIGQUERY.faults().add("FinalizeWriteStream", "lost", 1, 1, new Fault.CutAfterCommit());
    BIGQUERY.faults().add("BatchCommitWriteStreams", "lost", 1, 1, new Fault.CutAfterCommit());
    try (PendingLoad load = open("lost")) {
      ListCursor.appendAll(load, WriterFixture.ROWS, rows(40));

      assertThat(load.finish().rows()).isEqualTo(40);
    }

    assertThat(ids("lost")).isEqualTo(range(40));
  }

  @Test
  void aTableThatIsYoungIsAskedForAgain() {
    Fault hidden = new Fault.Fail("PERMISSION_DENIED", "denied (or it may not exist).");
    BIGQUERY.faults().add("CreateWriteStream", "young", 1, 2, hidden);
    BIGQUERY.faults().add("BatchCommitWriteStreams", "young", 1, 2, hidden);
    try (PendingLoad load = open("young")) {
      ListCursor.appendAll(load, WriterFixture.ROWS, rows(10));

      assertThat(load.finish().rows()).isEqualTo(10);
    }

    assertThat(ids("young")).isEqualTo(range(10));
  }

  @Test
  void aCommitThatIsNeverAnsweredLeavesTheOutcomeOpen() {
    BIGQUERY
        .faults()
        .add("BatchCommitWriteStreams", "open", 1, 99, new Fault.EndCall("UNAVAILABLE", "away"));
    try (PendingLoad load = open("open")) {
      ListCursor.appendAll(load, WriterFixture.ROWS, rows(10));

      assertThatThrownBy(load::finish)
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
          .hasMessageEndingWith(
              "Whether its rows are stored is unknown: look before loading again.");
    }
  }

  @Test
  void aStreamThatIsGoneStoresNothing() {
    BIGQUERY.faults().add("FinalizeWriteStream", "gone", 1, 1, new Fault.DropStream());
    try (PendingLoad load = open("gone")) {
      ListCursor.appendAll(load, WriterFixture.ROWS, rows(10));

      assertThatThrownBy(load::finish)
          .isInstanceOfSatisfying(
              IngestException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.STREAM_UNUSABLE));
    }

    assertThat(ids("gone")).isEmpty();
  }

  @Test
  void aValueThatDoesNotFitEndsTheLoadAndNamesPositionAndColumn() {
    try (PendingLoad load = open("misfit")) {
      ListCursor.appendAll(load, WriterFixture.ROWS, rows(100));

      assertThatThrownBy(
              () ->
                  ListCursor.appendAll(
                      load,
                      WriterFixture.ROWS,
                      List.of(new TextRow(101, "fits"), new TextRow(102, "does not fit"))))
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ROW_INVALID))
          .hasMessage(
              "Loading "
                  + BIGQUERY.project()
                  + ".pending.misfit failed at line 3: Column 'name' is STRING(8), and the value"
                  + " has more characters. Shorten the value or widen the column.");
      assertThatThrownBy(load::finish).isInstanceOf(IllegalStateException.class);
    }

    assertThat(ids("misfit")).isEmpty();
  }
}
