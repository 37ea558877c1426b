package dev.penstock.core.write;

import static dev.penstock.core.write.BufferedFixture.position;
import static dev.penstock.core.write.BufferedFixture.range;
import static dev.penstock.core.write.BufferedFixture.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.append.UnaryScript.CallReply;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import io.grpc.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Making rows readable: five rows of a table lie in its stream, none is readable yet. */
class StreamCommitterTest {
  private static final Status MASKED =
      Status.PERMISSION_DENIED.withDescription(
          "Permission 'TABLES_UPDATE_DATA' denied on resource 'projects/p/datasets/d/tables/t' (or"
              + " it may not exist).");

  private final BufferedFixture fixture = new BufferedFixture();

  @BeforeEach
  void writeFiveRows() {
    fixture.append("t", 1, 5);
    fixture.settle();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private int flushes() {
    return (int)
        fixture.server.calls().stream().filter(call -> call.startsWith("FlushRows")).count();
  }

  private void commit(long nextOffset) {
    fixture.committer.commit(position("t", 1, nextOffset));
  }

  @Test
  void makesTheRowsBeforeThePositionReadable() {
    commit(3);

    assertThat(fixture.readable("t")).containsExactly(1, 2, 3);
    assertThat(fixture.server.routing()).contains("write_stream=" + stream("t", 1));
  }

  @Test
  void commitsAgainAndOlderPositionsWithoutHarm() {
    commit(5);
    commit(5);
    commit(2);

    assertThat(fixture.readable("t")).isEqualTo(range(1, 5));
  }

  @Test
  void hasNothingToDoForAPositionWithoutRows() {
    commit(0);

    assertThat(flushes()).isZero();
  }

  @Test
  void triesAgainWhatMayPass() {
    fixture.server.scriptCalls(
        call ->
            switch (call.number()) {
              case 1 -> CallReply.refuse(Status.UNAVAILABLE);
              case 2 -> CallReply.refuse(Status.RESOURCE_EXHAUSTED);
              case 3 -> CallReply.refuse(Status.INTERNAL);
              default -> CallReply.answer();
            });

    commit(5);

    assertThat(flushes()).isEqualTo(4);
    assertThat(fixture.readable("t")).isEqualTo(range(1, 5));
  }

  @Test
  void takesAlreadyExistsForSuccessWhenAnAnswerWasLost() {
    fixture.server.scriptCalls(
        call ->
            call.number() == 1 ? CallReply.applyAndFail(Status.UNAVAILABLE) : CallReply.answer());

    commit(5);

    assertThat(flushes()).isEqualTo(2);
    assertThat(fixture.readable("t")).isEqualTo(range(1, 5));
  }

  @Test
  void waitsWhileAYoungTableIsHidden() {
    fixture.server.scriptCalls(
        call -> call.number() <= 2 ? CallReply.refuse(MASKED) : CallReply.answer());

    commit(5);

    assertThat(fixture.readable("t")).isEqualTo(range(1, 5));
  }

  @Test
  void doesNotWaitForATableThatIsGone() {
    fixture.tables.drop("t");
    fixture.server.scriptCalls(call -> CallReply.refuse(MASKED));

    assertThatThrownBy(() -> commit(5))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND))
        .hasMessageStartingWith(
            "Flushing stream " + stream("t", 1) + " up to row 4 failed: PERMISSION_DENIED");
    assertThat(flushes()).isEqualTo(1);
  }

  @Test
  void givesUpWhenTheRetriesAreUsedUp() {
    fixture.server.scriptCalls(call -> CallReply.refuse(Status.UNAVAILABLE));

    assertThatThrownBy(() -> commit(5))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    assertThat(flushes()).isEqualTo(11);
  }

  @Test
  void stopsAtOnceWhenTheStreamIsGoneOrFinalized() {
    fixture.server.streams().finalizeStream(stream("t", 1));
    assertThatThrownBy(() -> commit(5))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STREAM_UNUSABLE))
        .hasMessageEndingWith(
            " Rows of a stream that expired or was finalized before they were flushed or committed"
                + " cannot be read any more: write them again from an earlier position of the"
                + " source.");
    fixture.server.streams().expire(stream("t", 1));
    assertThatThrownBy(() -> commit(5)).isInstanceOf(IngestException.class);

    assertThat(flushes()).isEqualTo(2);
  }

  @Test
  void refusesAPositionBeyondTheRows() {
    assertThatThrownBy(() -> commit(6))
        .isInstanceOfSatisfying(
            IngestException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE));
  }

  @Test
  void refusesAPositionOfAnotherTable() {
    assertThatThrownBy(() -> new StreamPosition(BufferedFixture.table("u"), stream("t", 1), 1))
        .hasMessage("stream: " + stream("t", 1) + " (expected: a stream of table p.d.u)");
  }
}
