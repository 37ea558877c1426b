package dev.penstock.core.write;

import static dev.penstock.core.write.BufferedFixture.position;
import static dev.penstock.core.write.BufferedFixture.range;
import static dev.penstock.core.write.BufferedFixture.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.protobuf.Int64Value;
import com.google.rpc.Code;
import dev.penstock.core.append.Reply;
import dev.penstock.core.append.ScriptedWriteServer.Request;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.RejectedRow;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What becomes of rows of a buffered stream when appends fail: each is stored once, or all stop.
 */
class BufferedFaultsTest {
  private static final String RESTART =
      " Restart from the last snapshot: what is not committed is written again to a new stream.";

  private final BufferedFixture fixture = new BufferedFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Requests of 3 rows each, from row 1. */
  private void appendRequests(int count) {
    for (int request = 0; request < count; request++) {
      fixture.append("t", 3L * request + 1, 3L * request + 3);
    }
  }

  private static Function<Request, Reply> onceAt(int number, Reply reply) {
    return request -> request.number() == number ? reply : Reply.ack();
  }

  /** Refuses these rows wherever they come, by their index or, unnamed, as a whole request. */
  private static Function<Request, Reply> refusing(Set<Integer> bad, boolean named) {
    return request -> {
      List<Integer> numbers = BufferedFixture.numbers(request.rows());
      List<Integer> indexes = new ArrayList<>();
      for (int index = 0; index < numbers.size(); index++) {
        if (bad.contains(numbers.get(index))) {
          indexes.add(index);
        }
      }
      if (indexes.isEmpty()) {
        return Reply.ack();
      }
      return named
          ? Reply.refuseRows(indexes, "Field name: wrong on field name.")
          : Reply.refuse(Code.INVALID_ARGUMENT, "The request is not understood");
    };
  }

  private void assertStops(ErrorCode code, String message) {
    assertThatThrownBy(fixture::settle)
        .isInstanceOfSatisfying(IngestException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessage(message);
  }

  @Test
  void sendsAgainAtTheSameOffsetsAfterACutBeforeTheRowsWereStored() {
    fixture.server.script(onceAt(2, Reply.end(Status.UNAVAILABLE)));
    appendRequests(4);

    assertThat(fixture.checkpoint().positions()).containsExactly(position("t", 1, 12));
    assertThat(fixture.readable("t")).isEqualTo(range(1, 12));
    assertThat(fixture.server.connections()).isEqualTo(2);
  }

  @Test
  void rejectsNoRowsOfAnAnswerThatNamesThemWhileTheServiceIsUnwell() {
    fixture.server.script(
        onceAt(2, Reply.refuse(Code.UNAVAILABLE, "Try again").naming(List.of(0), "no")));
    appendRequests(4);

    assertThat(fixture.checkpoint().positions()).containsExactly(position("t", 1, 12));
    assertThat(fixture.readable("t")).isEqualTo(range(1, 12));
    assertThat(fixture.completions.rejected).isEmpty();
  }

  @Test
  void takesAlreadyExistsForSuccessAfterACutBehindTheRowsThatWereStored() {
    fixture.server.script(onceAt(2, Reply.storeAndEnd(Status.UNAVAILABLE)));
    appendRequests(4);

    assertThat(fixture.checkpoint().positions()).containsExactly(position("t", 1, 12));
    assertThat(fixture.readable("t")).isEqualTo(range(1, 12));
    assertThat(fixture.completions.acknowledged).hasSize(12);
  }

  @Test
  void stopsWhenAFirstRequestMeetsAnOffsetThatIsTaken() {
    appendRequests(1);
    fixture.settle();
    fixture.server.script(
        request -> {
          // Somebody else writes to our stream.
          if (request.number() == 2) {
            return Reply.refuse(Code.ALREADY_EXISTS, "The offset is within stream");
          }
          return Reply.ack();
        });
    fixture.append("t", 4, 6);

    assertStops(
        ErrorCode.ALREADY_EXISTS,
        "Rows for p.d.t are refused: ALREADY_EXISTS: The offset is within stream.");
  }

  @Test
  void sendsAgainWhatHungWithoutBeingStored() {
    fixture.server.script(request -> request.connection() == 1 ? Reply.silence() : Reply.ack());
    appendRequests(3);
    fixture.await(() -> fixture.server.requests().size() == 3);
    fixture.time.advance(Duration.ofMinutes(5).plusSeconds(1));

    fixture.checkpoint();

    assertThat(fixture.readable("t")).isEqualTo(range(1, 9));
    assertThat(fixture.metrics.retried).contains(ErrorCode.TIMEOUT);
  }

  @Test
  void sendsAgainWhatHungAlthoughItWasStored() {
    fixture.server.script(
        request -> request.connection() == 1 ? new Reply(true, null, null) : Reply.ack());
    appendRequests(3);
    fixture.await(() -> fixture.server.requests().size() == 3);
    fixture.time.advance(Duration.ofMinutes(5).plusSeconds(1));

    fixture.checkpoint();

    assertThat(fixture.readable("t")).isEqualTo(range(1, 9));
  }

  @Test
  void repeatsATransientRefusalAndAllBehindItAtTheSameOffsets() {
    fixture.server.script(
        onceAt(2, Reply.refuse(Code.RESOURCE_EXHAUSTED, "Exceeds 'AppendRows throughput' quota")));
    appendRequests(5);

    fixture.checkpoint();

    assertThat(fixture.readable("t")).isEqualTo(range(1, 15));
    assertThat(fixture.completions.rejected).isEmpty();
    assertThat(fixture.metrics.retried).containsExactly(ErrorCode.QUOTA_EXCEEDED);
  }

  @Test
  void rejectedRowsInTheMiddleMoveAllBehindThem() {
    fixture.server.script(refusing(Set.of(2, 5, 6, 11), true));
    appendRequests(6);

    assertThat(fixture.checkpoint().positions()).containsExactly(position("t", 1, 14));
    assertThat(fixture.rows(stream("t", 1)))
        .containsExactly(1, 3, 4, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18);
    assertThat(fixture.completions.rejected)
        .extracting(RejectedRow::ticket)
        .containsExactly(2L, 5L, 6L, 11L);
    assertThat(fixture.writers.unacknowledgedBytes()).isZero();
  }

  @Test
  void aRequestOfNothingButRejectedRowsMovesAllBehindIt() {
    fixture.server.script(refusing(Set.of(4, 5, 6), true));
    appendRequests(4);

    fixture.checkpoint();

    assertThat(fixture.rows(stream("t", 1))).containsExactly(1, 2, 3, 7, 8, 9, 10, 11, 12);
  }

  @Test
  void searchesTheRowsThatSpoilARequestWithOffsetsThatStayRight() {
    fixture.server.script(refusing(Set.of(37, 74), false));
    fixture.append("t", 1, 30);
    fixture.append("t", 31, 80);
    fixture.append("t", 81, 90);

    fixture.checkpoint();

    List<Integer> expected = new ArrayList<>(range(1, 90));
    expected.removeAll(Set.of(37, 74));
    assertThat(fixture.readable("t")).isEqualTo(expected);
    assertThat(fixture.completions.rejected)
        .extracting(RejectedRow::ticket)
        .containsExactly(37L, 74L);
  }

  @Test
  void stopsWhenRowsBehindRefusedOnesAreAcknowledged() {
    fixture.server.script(
        request -> {
          if (request.number() == 1) {
            return Reply.refuse(Code.RESOURCE_EXHAUSTED, "slow down");
          }
          return acknowledgedAt(3);
        });
    appendRequests(2);

    assertStops(
        ErrorCode.STREAM_UNUSABLE,
        "Stream "
            + stream("t", 1)
            + " stored rows at offset 3 although the rows at offset 0 are refused."
            + RESTART);
  }

  private static Reply acknowledgedAt(long offset) {
    return new Reply(
        false,
        AppendRowsResponse.newBuilder()
            .setAppendResult(
                AppendRowsResponse.AppendResult.newBuilder().setOffset(Int64Value.of(offset)))
            .build(),
        null);
  }

  @Test
  void stopsWhenRowsAreStoredElsewhere() {
    fixture.server.script(request -> acknowledgedAt(7));
    appendRequests(1);

    assertStops(
        ErrorCode.STREAM_UNUSABLE,
        "Stream "
            + stream("t", 1)
            + " takes no more rows: rows for row 0 of the stream were stored at row 7."
            + RESTART);
    assertThat(fixture.completions.acknowledged).isEmpty();
  }

  @Test
  void stopsWhenAMovedRequestMeetsAnOffsetThatIsTakenEvenAfterACut() {
    Set<Integer> seen = new HashSet<>();
    fixture.server.script(
        request -> {
          if (request.number() == 1) {
            return Reply.refuseRows(List.of(0), "Field name: wrong on field name.");
          }
          // The moved second request: lost on the way once, then its offset is taken.
          boolean moved = request.message().getOffset().getValue() == 2;
          if (moved && seen.add(request.connection()) && seen.size() == 1) {
            return Reply.end(Status.UNAVAILABLE);
          }
          return moved
              ? Reply.refuse(Code.ALREADY_EXISTS, "The offset is within stream")
              : Reply.ack();
        });
    appendRequests(2);

    assertStops(
        ErrorCode.ALREADY_EXISTS,
        "Rows for p.d.t are refused: ALREADY_EXISTS: The offset is within stream.");
  }

  @Test
  void stopsWhenTheStreamIsFinalizedUnderneathAndGoesOnAfterARestart() {
    appendRequests(1);
    List<StreamPosition> positions = fixture.checkpoint().positions();
    fixture.append("t", 4, 6);
    fixture.settle();
    fixture.server.streams().finalizeStream(stream("t", 1));
    fixture.append("t", 7, 9);

    assertStops(
        ErrorCode.STREAM_UNUSABLE,
        "Stream "
            + stream("t", 1)
            + " takes no more rows: INVALID_ARGUMENT: Stream has been finalized and cannot be"
            + " appended: "
            + stream("t", 1)
            + "."
            + RESTART);

    fixture.restart(positions);
    fixture.append("t", 4, 6);
    fixture.append("t", 7, 9);
    assertThat(fixture.checkpoint().positions()).containsExactly(position("t", 2, 6));
    assertThat(fixture.readable("t")).isEqualTo(range(1, 9));
  }

  @Test
  void stopsWhenTheTableIsDropped() {
    appendRequests(1);
    fixture.settle();
    fixture.tables.drop("t");
    fixture.server.script(
        request -> Reply.refuse(Code.NOT_FOUND, "Requested entity was not found."));
    fixture.append("t", 4, 6);

    assertStops(
        ErrorCode.TABLE_NOT_FOUND,
        "Table p.d.t was dropped while rows were written to a stream of it, and the stream with"
            + " it: NOT_FOUND: Requested entity was not found. Restart: rows that are not"
            + " committed are written again, to a new stream. Rows that were committed to the old"
            + " table are gone with it.");
  }

  @Test
  void stopsWhenRowsBeforeThePlaceAreMissing() {
    appendRequests(2);
    fixture.settle();
    fixture.server.streams().truncate(stream("t", 1), 3);
    fixture.append("t", 7, 9);

    assertThatThrownBy(fixture::settle)
        .isInstanceOfSatisfying(
            IngestException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE))
        .hasMessageStartingWith(
            "Rows for p.d.t were sent again for PT15S without success: OUT_OF_RANGE: The offset is"
                + " beyond stream, expected offset 3, received 6");
  }

  @Test
  void waitsUntilANewConnectionKnowsWhereTheStreamEnds() {
    appendRequests(1);
    fixture.settle();
    fixture.server.endAll(Status.UNAVAILABLE);
    long known = fixture.time.nanos() + Duration.ofSeconds(5).toNanos();
    fixture.server.script(
        request ->
            fixture.time.nanos() < known
                ? Reply.refuse(Code.OUT_OF_RANGE, "The offset is beyond stream")
                : Reply.ack());
    fixture.append("t", 4, 6);
    fixture.append("t", 7, 9);

    fixture.checkpoint();

    assertThat(fixture.readable("t")).isEqualTo(range(1, 9));
  }
}
