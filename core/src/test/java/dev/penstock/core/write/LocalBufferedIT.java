package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import dev.penstock.core.append.TextRow;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.WriterFixture.RecordedCompletions;
import dev.penstock.core.write.WriterFixture.RecordedMetrics;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Buffered streams of a local BigQuery: each row is in the table once, after its commit. */
class LocalBufferedIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("once");

  private Task task = new Task(List.of());

  @AfterEach
  void close() {
    task.close();
    BIGQUERY.faults().clear();
  }

  /** The buffered writers of one task on the real clock. One owner thread. */
  private static final class Task implements AutoCloseable {
    private final RecordedCompletions completions = new RecordedCompletions();
    private final RecordedMetrics metrics = new RecordedMetrics();
    private final BigQueryConnection connection =
        BigQueryConnection.open(
            new Endpoint.Emulator(URI.create(BIGQUERY.restUrl()), BIGQUERY.grpcTarget()),
            BIGQUERY.project(),
            "penstock-test/1");
    private final DestinationWriters writers;
    private final StreamCommitter committer;

    private Task(List<StreamPosition> positions) {
      WriterOptions options =
          WriterOptions.builder(false, "penstock:test")
              .maxConnections(2)
              .appendTimeout(Duration.ofSeconds(1))
              .build();
      writers = DestinationWriters.buffered(connection, options, metrics, Time.SYSTEM);
      writers.restore(positions);
      committer = new StreamCommitter(connection, options.recovery(), Time.SYSTEM);
    }

    private TableWriter writer(String table) {
      return writers.writerFor(
          new Destination(BIGQUERY.project(), "once", table), BufferedFixture.POLICY);
    }

    /** Appends rows in requests of ten. */
    private void append(String table, long first, long last) {
      for (long id = first; id <= last; id++) {
        append(table, WriterFixture.ROWS, id, "row " + id);
        if (id % 10 == 0) {
          writers.flush();
          writers.drain(completions);
        }
      }
    }

    private void append(String table, SourceSchema schema, long id, String... texts) {
      writer(table).append(schema, new TextRow(id, texts), ChangeType.APPEND, null, id);
    }

    private void settle() {
      writers.flush();
      Awaitility.await()
          .pollInSameThread()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(2))
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> {
                writers.drain(completions);
                return writers.unacknowledgedBytes() == 0;
              });
    }

    private StreamSnapshot snapshot() {
      settle();
      return writers.snapshot();
    }

    private void commit(StreamSnapshot snapshot) {
      snapshot.advanced().forEach(committer::commit);
    }

    @Override
    public void close() {
      writers.close();
      connection.close();
    }
  }

  private void restart(StreamSnapshot snapshot) {
    task.close();
    task = new Task(snapshot.positions());
    task.commit(snapshot);
  }

  private static List<Long> ids(String table) {
    return BIGQUERY.table("once", table).rows().stream()
        .map(row -> (Long) row.get("id"))
        .sorted()
        .toList();
  }

  private static List<Long> range(long first, long last) {
    return LongStream.rangeClosed(first, last).boxed().toList();
  }

  @Test
  void rowsAppearWithTheCommitOfTheirSnapshot() {
    task.append("a", 1, 25);
    task.append("b", 26, 30);
    StreamSnapshot snapshot = task.snapshot();
    assertThat(ids("a")).isEmpty();

    task.commit(snapshot);
    task.commit(snapshot);

    assertThat(ids("a")).isEqualTo(range(1, 25));
    assertThat(ids("b")).isEqualTo(range(26, 30));
  }

  @Test
  void cutsBeforeAndAfterTheCommitOfARequestRepeatNothing() {
    BIGQUERY.faults().add("AppendRows", "cuts", 2, 2, new Fault.CutAfterCommit());
    BIGQUERY.faults().add("AppendRows", "cuts", 5, 5, new Fault.CutBeforeCommit());
    BIGQUERY.faults().add("AppendRows", "cuts", 9, 9, new Fault.CutAfterCommit());
    task.append("cuts", 1, 200);
    task.commit(task.snapshot());

    assertThat(ids("cuts")).isEqualTo(range(1, 200));
    assertThat(task.metrics.retried).contains(ErrorCode.UNAVAILABLE);
  }

  @Test
  void hungRequestsAreSentAgainWhetherTheyLandedOrNot() {
    BIGQUERY.faults().add("AppendRows", "hangs", 2, 2, new Fault.Hang());
    BIGQUERY.faults().add("AppendRows", "hangs", 6, 6, new Fault.HangAfterCommit());
    task.append("hangs", 1, 80);
    task.commit(task.snapshot());

    assertThat(ids("hangs")).isEqualTo(range(1, 80));
    assertThat(task.metrics.retried).contains(ErrorCode.TIMEOUT);
  }

  @Test
  void rejectedRowsInTheMiddleLeaveNoGap() {
    BIGQUERY
        .client()
        .create(
            TableInfo.of(
                TableId.of(BIGQUERY.project(), "once", "rejects"),
                StandardTableDefinition.of(
                    Schema.of(
                        Field.of("id", StandardSQLTypeName.INT64),
                        Field.newBuilder("name", StandardSQLTypeName.STRING)
                            .setMaxLength(8L)
                            .build()))));
    for (long id = 1; id <= 60; id++) {
      String text = id % 13 == 0 ? "longer than 8" : "row " + id;
      task.append("rejects", WriterFixture.ROWS, id, text);
      if (id % 10 == 0) {
        task.writers.flush();
      }
    }
    task.commit(task.snapshot());

    List<Long> expected = new ArrayList<>(range(1, 60));
    expected.removeAll(List.of(13L, 26L, 39L, 52L));
    assertThat(ids("rejects")).isEqualTo(expected);
    assertThat(task.completions.rejected)
        .extracting(RejectedRow::ticket)
        .containsExactly(13L, 26L, 39L, 52L);
  }

  @Test
  void aRestartGoesOnInTheSameStreamWhenNothingWasWrittenBehindIt() {
    task.append("resumes", 1, 30);
    StreamSnapshot first = task.snapshot();
    restart(first);
    task.append("resumes", 31, 60);
    StreamSnapshot second = task.snapshot();
    task.commit(second);

    assertThat(second.positions())
        .singleElement()
        .isEqualTo(
            new StreamPosition(
                first.positions().get(0).destination(), first.positions().get(0).stream(), 60));
    assertThat(ids("resumes")).isEqualTo(range(1, 60));
  }

  @Test
  void aRestartLeavesAStreamWithRowsBehindTheSnapshot() {
    task.append("rewinds", 1, 30);
    StreamSnapshot first = task.snapshot();
    task.append("rewinds", 31, 50);
    task.settle();
    restart(first);
    task.append("rewinds", 31, 60);
    StreamSnapshot second = task.snapshot();
    task.commit(second);

    assertThat(second.positions().get(0).stream()).isNotEqualTo(first.positions().get(0).stream());
    assertThat(ids("rewinds")).isEqualTo(range(1, 60));
  }

  @Test
  void aFinalizedStreamStopsTheTaskAndTheNextTaskReplacesIt() {
    task.append("ends", 1, 30);
    StreamSnapshot first = task.snapshot();
    task.commit(first);
    BIGQUERY.faults().add("AppendRows", "ends", 1, 1, new Fault.FinalizeStream());
    assertThatThrownBy(
            () -> {
              task.append("ends", 31, 50);
              task.settle();
            })
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STREAM_UNUSABLE));

    task.close();
    task = new Task(first.positions());
    task.append("ends", 31, 60);
    task.commit(task.snapshot());

    assertThat(ids("ends")).isEqualTo(range(1, 60));
  }

  @Test
  void anExpiredStreamIsReplacedAfterARestart() {
    task.append("expires", 1, 30);
    StreamSnapshot first = task.snapshot();
    task.commit(first);
    task.close();
    BIGQUERY.faults().add("AppendRows", "expires", 1, 1, new Fault.DropStream());
    task = new Task(first.positions());
    task.append("expires", 31, 60);
    task.commit(task.snapshot());

    assertThat(ids("expires")).isEqualTo(range(1, 60));
  }

  @Test
  void aCommitWhoseAnswerIsLostOrDeniedForAMomentSucceeds() {
    BIGQUERY.faults().add("FlushRows", "commits", 1, 1, new Fault.CutAfterCommit());
    BIGQUERY
        .faults()
        .add(
            "FlushRows",
            "commits",
            2,
            2,
            new Fault.Fail("PERMISSION_DENIED", "denied (or it may not exist)."));
    task.append("commits", 1, 10);
    task.commit(task.snapshot());

    assertThat(ids("commits")).isEqualTo(range(1, 10));
  }

  @Test
  void newColumnsGoToTheSameStream() {
    task.append("grows", 1, 10);
    task.settle();
    task.append("grows", WriterFixture.WIDER_ROWS, 11, "row 11", "Rome");
    StreamSnapshot snapshot = task.snapshot();
    task.commit(snapshot);

    assertThat(snapshot.positions()).hasSize(1);
    assertThat(ids("grows")).isEqualTo(range(1, 11));
    assertThat(BIGQUERY.table("once", "grows").rows())
        .anySatisfy(row -> assertThat(row).containsEntry("city", "Rome"));
  }

  @Test
  void eightTasksCreateOneTableEachWithAStreamOfItsOwn() throws Exception {
    BIGQUERY
        .faults()
        .add(
            "CreateWriteStream",
            "race",
            1,
            3,
            new Fault.Fail("PERMISSION_DENIED", "denied (or it may not exist)."));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Integer>> results =
          IntStream.range(0, 8)
              .mapToObj(
                  number ->
                      threads.submit(
                          () -> {
                            try (Task other = new Task(List.of())) {
                              other.append("race", 10L * number + 1, 10L * number + 10);
                              StreamSnapshot snapshot = other.snapshot();
                              other.commit(snapshot);
                              return snapshot.advanced().size();
                            }
                          }))
              .toList();
      for (Future<Integer> result : results) {
        assertThat(result.get()).isEqualTo(1);
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(ids("race")).isEqualTo(range(1, 80));
  }
}
