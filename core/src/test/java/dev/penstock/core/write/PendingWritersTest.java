package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.append.FinishedStreams;
import dev.penstock.core.append.FinishedStreams.Part;
import dev.penstock.core.append.Reply;
import dev.penstock.core.append.TextRow;
import dev.penstock.core.append.UnaryScript.CallReply;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.write.WriterFixture.RecordedCompletions;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows of several destinations over several pending streams each, a commit at a time. */
class PendingWritersTest {
  /** A batch is full with its second row. */
  private static final WriterOptions OPTIONS =
      WriterOptions.builder(false, "penstock:test").maxBatchBytes(20).build();

  private final ScriptedService service = new ScriptedService();
  private final BigQueryConnection connection = service.connect();
  private final StreamCommitter committer =
      new StreamCommitter(connection, RetryBudget.RECOVERY, service.time);
  private final RecordedCompletions completions = new RecordedCompletions();
  private PendingWriters writers = open(3);

  @AfterEach
  void close() {
    writers.close();
    connection.close();
    service.close();
  }

  private PendingWriters open(int maxStreams) {
    return PendingWriters.open(connection, OPTIONS, maxStreams, WriteMetrics.NONE, service.time);
  }

  private void append(String table, long first, long last) {
    PendingWriter writer = writers.writerFor(BufferedFixture.table(table), BufferedFixture.POLICY);
    for (long ticket = first; ticket <= last; ticket++) {
      writer.append(WriterFixture.ROWS, new TextRow(ticket, "row " + ticket + ";"), ticket);
    }
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

  private Optional<FinishedStreams> finish(String table) {
    return writers.finish(BufferedFixture.table(table));
  }

  private List<Integer> readable(String table) {
    return BufferedFixture.numbers(
        service.server.streams().readable(BufferedFixture.table(table).resourceName()));
  }

  private List<Integer> rows(String stream) {
    return BufferedFixture.numbers(service.server.streams().rows(stream));
  }

  @Test
  void dealsRowsOutBatchByBatchAndCommitsThemTogether() {
    append("t", 1, 9);
    settle();
    assertThat(rows(BufferedFixture.stream("t", 1))).containsExactly(1, 2, 7, 8);
    assertThat(rows(BufferedFixture.stream("t", 2))).containsExactly(3, 4, 9);

    FinishedStreams finished = finish("t").orElseThrow();

    assertThat(finished.parts())
        .containsExactly(
            new Part(BufferedFixture.stream("t", 1), 4),
            new Part(BufferedFixture.stream("t", 2), 3),
            new Part(BufferedFixture.stream("t", 3), 2));
    assertThat(readable("t")).isEmpty();

    committer.commit(finished);

    assertThat(readable("t")).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(service.server.calls())
        .filteredOn(call -> call.startsWith("BatchCommit"))
        .hasSize(1);
  }

  @Test
  void eachDestinationIsCommittedAloneAndItsNextRowBeginsNewStreams() {
    append("a", 1, 2);
    append("b", 3, 4);
    settle();
    committer.commit(finish("a").orElseThrow());

    append("a", 5, 6);
    settle();

    assertThat(readable("a")).containsExactly(1, 2);
    assertThat(readable("b")).isEmpty();
    FinishedStreams second = finish("a").orElseThrow();
    assertThat(second.parts()).containsExactly(new Part(BufferedFixture.stream("a", 3), 2));
    committer.commit(second);
    committer.commit(finish("b").orElseThrow());
    assertThat(readable("a")).containsExactly(1, 2, 5, 6);
    assertThat(readable("b")).containsExactly(3, 4);
    assertThat(finish("b")).isEmpty();
    assertThat(finish("never")).isEmpty();
  }

  @Test
  void rejectedRowsAreNoneOfTheStreams() {
    service.server.script(
        request ->
            request.rows().stream().anyMatch(row -> row.toStringUtf8().contains("row 3;"))
                ? Reply.refuseRows(List.of(0), "bad value on field name.")
                : Reply.ack());
    writers.close();
    writers = open(1);
    append("t", 1, 4);
    settle();

    FinishedStreams finished = finish("t").orElseThrow();

    assertThat(completions.rejected).extracting(row -> row.ticket()).containsExactly(3L);
    assertThat(finished.rows()).isEqualTo(3);
    committer.commit(finished);
    assertThat(readable("t")).containsExactly(1, 2, 4);
  }

  @Test
  void aStreamThatHoldsFewerRowsIsNotCommitted() {
    append("t", 1, 6);
    settle();
    service.server.streams().truncate(BufferedFixture.stream("t", 2), 1);

    assertThatThrownBy(() -> finish("t"))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STREAM_UNUSABLE))
        .hasMessage(
            "Stream projects/p/datasets/d/tables/t/streams/s2 holds 1 rows although 2 were"
                + " written, so it is not committed and nothing is stored. Load again.");
  }

  @Test
  void finishingGoesOnWhereTheServiceDidNotAnswer() {
    append("t", 1, 4);
    settle();
    service.server.scriptCalls(
        call ->
            call.method().equals("FinalizeWriteStream") && call.target().endsWith("s2")
                ? CallReply.applyAndFail(Status.UNAVAILABLE)
                : CallReply.answer());
    assertThatThrownBy(() -> finish("t")).hasMessageContaining("UNAVAILABLE");
    service.server.scriptCalls(call -> CallReply.answer());

    committer.commit(finish("t").orElseThrow());

    assertThat(readable("t")).containsExactlyInAnyOrder(1, 2, 3, 4);
  }

  @Test
  void finishesNothingWhileRowsHaveNoAnswer() {
    append("t", 1, 1);

    assertThatThrownBy(() -> finish("t"))
        .hasMessage("rows for p.d.t have no answer yet (expected: flushed and drained)");
    assertThatThrownBy(() -> writers.forget(BufferedFixture.table("t")))
        .hasMessage("rows for p.d.t are not committed (expected: finished before)");
  }

  @Test
  void refusesMoreStreamsThanOneCommitTakes() {
    assertThatThrownBy(() -> open(10_001))
        .hasMessage("streams: 10001 (expected: 1..10000, which one commit takes)");
    assertThatThrownBy(() -> open(0))
        .hasMessage("streams: 0 (expected: 1..10000, which one commit takes)");
  }
}
