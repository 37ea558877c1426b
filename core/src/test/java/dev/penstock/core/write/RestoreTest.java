package dev.penstock.core.write;

import static dev.penstock.core.write.BufferedFixture.position;
import static dev.penstock.core.write.BufferedFixture.range;
import static dev.penstock.core.write.BufferedFixture.stream;
import static dev.penstock.core.write.BufferedFixture.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.rpc.Code;
import dev.penstock.core.append.Reply;
import dev.penstock.core.append.ScriptedWriteServer.Request;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.metrics.WriteMetrics;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Going on after a restart: rows 1..3 are committed; what the first request learns decides. */
class RestoreTest {
  private final BufferedFixture fixture = new BufferedFixture();
  private List<StreamPosition> committed = List.of();

  @BeforeEach
  void commitThreeRows() {
    fixture.append("t", 1, 3);
    committed = fixture.checkpoint().positions();
    assertThat(committed).containsExactly(position("t", 1, 3));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Restarts, writes rows 4..9 in two requests, and commits. */
  private StreamSnapshot replay() {
    fixture.restart(committed);
    fixture.append("t", 4, 6);
    fixture.append("t", 7, 9);
    return fixture.checkpoint();
  }

  private void assertGoesOnInStream(int number, StreamSnapshot snapshot) {
    assertThat(snapshot.positions()).containsExactly(position("t", number, number == 1 ? 9 : 6));
    assertThat(fixture.readable("t")).isEqualTo(range(1, 9));
  }

  /** Answers the first request after the restart. */
  private void scriptProbe(Function<Request, Reply> first) {
    int before = fixture.server.requests().size();
    fixture.server.script(
        request -> request.number() == before + 1 ? first.apply(request) : Reply.ack());
  }

  @Test
  void takesTheStreamOverWhenItStandsAtThePosition() {
    assertGoesOnInStream(1, replay());
    assertThat(fixture.server.calls())
        .filteredOn(call -> call.startsWith("CreateWriteStream"))
        .hasSize(1);
  }

  @Test
  void asksWithOneRequestBeforeItSendsMore() {
    scriptProbe(request -> Reply.silence());
    fixture.restart(committed);
    for (int ticket = 4; ticket <= 9; ticket++) {
      fixture.append("t", ticket, ticket);
    }
    fixture.await(() -> fixture.server.requests().size() == 2);
    fixture.writers.drain(fixture.completions);

    assertThat(fixture.server.requests()).hasSize(2);
  }

  @Test
  void leavesAStreamThatHasRowsBehindThePosition() {
    fixture.append("t", 4, 5);
    fixture.settle();

    assertGoesOnInStream(2, replay());
    assertThat(fixture.rows(stream("t", 1))).containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  void leavesAStreamThatIsShorterThanThePosition() {
    committed = List.of(position("t", 1, 7));

    assertGoesOnInStream(2, replay());
  }

  @Test
  void leavesAStreamThatIsFinalized() {
    fixture.server.streams().finalizeStream(stream("t", 1));

    assertGoesOnInStream(2, replay());
  }

  @Test
  void leavesAStreamThatIsUnknown() {
    committed = List.of(new StreamPosition(table("t"), stream("t", 77), 3));

    assertGoesOnInStream(2, replay());
  }

  @Test
  void leavesAStreamWhoseCallEndsWithNotFound() {
    scriptProbe(request -> Reply.end(Status.NOT_FOUND.withDescription("no such stream")));

    assertGoesOnInStream(2, replay());
  }

  @Test
  void leavesAStreamThatRefusesWithoutACode() {
    scriptProbe(
        request -> Reply.refuse(Code.FAILED_PRECONDITION, "The stream was garbage collected"));

    assertGoesOnInStream(2, replay());
  }

  @Test
  void asksAgainAfterATransientAnswer() {
    scriptProbe(request -> Reply.refuse(Code.RESOURCE_EXHAUSTED, "slow down"));

    assertGoesOnInStream(1, replay());
  }

  @Test
  void asksAgainAfterACutThatLostTheRequest() {
    scriptProbe(request -> Reply.end(Status.UNAVAILABLE));

    assertGoesOnInStream(1, replay());
  }

  @Test
  void leavesAStreamWhenNobodyKnowsWhoseRowsAreThere() {
    // The request was stored, and its repetition meets a taken offset: perhaps its own rows.
    scriptProbe(request -> Reply.storeAndEnd(Status.UNAVAILABLE));

    assertGoesOnInStream(2, replay());
    assertThat(fixture.rows(stream("t", 1))).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void asksWithTheRestWhenTheRowsThemselvesAreAtFault() {
    scriptProbe(request -> Reply.refuseRows(List.of(0, 1, 2), "Field name: wrong on field name."));

    StreamSnapshot snapshot = replay();

    assertThat(snapshot.positions()).containsExactly(position("t", 1, 6));
    assertThat(fixture.readable("t")).containsExactly(1, 2, 3, 7, 8, 9);
    assertThat(fixture.completions.rejected).hasSize(3);
  }

  @Test
  void stopsWhenTheRightToWriteIsLost() {
    scriptProbe(request -> Reply.refuse(Code.PERMISSION_DENIED, "no access"));
    fixture.restart(committed);
    fixture.append("t", 4, 6);

    assertThatThrownBy(fixture::settle)
        .hasMessageStartingWith("Rows for p.d.t are refused: PERMISSION_DENIED: no access.");
  }

  @Test
  void makesTableAndStreamAnewWhenTheTableIsGone() {
    fixture.tables.drop("t");
    scriptProbe(request -> Reply.refuse(Code.NOT_FOUND, "Requested entity was not found."));

    StreamSnapshot snapshot = replay();

    assertThat(snapshot.positions()).containsExactly(position("t", 2, 6));
    assertThat(fixture.tables.table("t")).isNotNull();
  }

  @Test
  void keepsPositionsOfTablesWithoutRowsUntilTheyAreIdle() {
    fixture.restart(committed);
    assertThat(fixture.writers.snapshot().positions()).isEqualTo(committed);
    assertThat(fixture.writers.snapshot().advanced()).isEmpty();
    assertThat(fixture.writers.evictIdle()).isEmpty();

    fixture.time.advance(Duration.ofHours(1));

    assertThat(fixture.writers.evictIdle()).containsExactly(table("t"));
    assertThat(fixture.writers.snapshot().positions()).isEmpty();
  }

  @Test
  void commitsOnlyWhatAdvancedBehindTheRestoredPosition() {
    fixture.restart(committed);
    fixture.append("t", 4, 4);
    fixture.settle();

    assertThat(fixture.writers.snapshot().advanced()).containsExactly(position("t", 1, 4));
    assertThat(fixture.writers.snapshot().advanced()).isEmpty();
  }

  @Test
  void theFirstOfSeveralPositionsOfATableCounts() {
    committed = List.of(position("t", 1, 3), position("t", 9, 1));

    assertGoesOnInStream(1, replay());
  }

  @Test
  void restoresNothingOnceThereAreWriters() {
    assertThatThrownBy(() -> fixture.writers.restore(committed))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("restore comes before the first writer");
  }

  @Test
  void defaultStreamsHaveNothingToRestore() {
    DestinationWriters plain =
        new DestinationWriters(
            fixture.connection, fixture.options, WriteMetrics.NONE, fixture.time);

    assertThatThrownBy(() -> plain.restore(committed))
        .hasMessage("positions: 1 (expected: none, default streams have no offsets)");
  }

  @Test
  void countsNoRetryForAnAbandonedStream() {
    fixture.append("t", 4, 5);
    fixture.settle();

    replay();

    assertThat(fixture.metrics.retried).doesNotContain(ErrorCode.ALREADY_EXISTS);
    assertThat(fixture.metrics.failures).isEmpty();
  }
}
