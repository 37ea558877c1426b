package dev.penstock.core.write;

import static dev.penstock.core.write.BufferedFixture.position;
import static dev.penstock.core.write.BufferedFixture.range;
import static dev.penstock.core.write.BufferedFixture.stream;
import static dev.penstock.core.write.BufferedFixture.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.rpc.Code;
import dev.penstock.core.append.Reply;
import dev.penstock.core.append.ScriptedWriteServer.Request;
import dev.penstock.core.append.UnaryScript.CallReply;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.metrics.WriteMetrics;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Streams that count their rows: creation, positions, snapshots, idle destinations. */
class BufferedWritersTest {
  private static final Status MASKED =
      Status.PERMISSION_DENIED.withDescription(
          "Permission 'TABLES_UPDATE_DATA' denied on resource 'projects/p/datasets/d/tables/t' (or"
              + " it may not exist).");

  private final BufferedFixture fixture = new BufferedFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void createsTheTableThenOneStreamAndCountsItsRows() {
    fixture.append("t", 1, 3);
    fixture.append("t", 4, 5);
    fixture.append("u", 6, 6);
    fixture.settle();

    assertThat(fixture.server.calls())
        .containsExactly(
            "CreateWriteStream projects/p/datasets/d/tables/t",
            "CreateWriteStream projects/p/datasets/d/tables/u");
    assertThat(fixture.tables.calls()).contains("POST tables");
    assertThat(fixture.server.requests())
        .extracting(Request::stream, request -> request.message().getOffset().getValue())
        .containsExactlyInAnyOrder(
            tupleOf(stream("t", 1), 0), tupleOf(stream("t", 1), 3), tupleOf(stream("u", 2), 0));
    assertThat(fixture.server.routing())
        .contains("write_stream=" + stream("t", 1), "parent=projects/p/datasets/d/tables/t");
    assertThat(fixture.completions.acknowledged).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
  }

  private static Tuple tupleOf(String stream, long offset) {
    return tuple(stream, offset);
  }

  @Test
  void rowsAreReadableOnceTheirPositionIsCommitted() {
    fixture.append("t", 1, 3);
    fixture.settle();
    StreamSnapshot first = fixture.writers.snapshot();
    fixture.append("t", 4, 5);
    fixture.settle();
    assertThat(fixture.readable("t")).isEmpty();

    first.advanced().forEach(fixture.committer::commit);

    assertThat(first.advanced()).containsExactly(position("t", 1, 3));
    assertThat(fixture.readable("t")).containsExactly(1, 2, 3);
  }

  @Test
  void snapshotTellsAllStreamsAndThoseThatTookRows() {
    fixture.append("t", 1, 3);
    fixture.append("u", 4, 4);
    fixture.settle();
    StreamSnapshot first = fixture.writers.snapshot();
    fixture.append("u", 5, 6);
    fixture.settle();
    StreamSnapshot second = fixture.writers.snapshot();
    StreamSnapshot third = fixture.writers.snapshot();

    assertThat(first.positions()).containsExactly(position("t", 1, 3), position("u", 2, 1));
    assertThat(first.advanced()).isEqualTo(first.positions());
    assertThat(second.positions()).containsExactly(position("t", 1, 3), position("u", 2, 3));
    assertThat(second.advanced()).containsExactly(position("u", 2, 3));
    assertThat(third.positions()).isEqualTo(second.positions());
    assertThat(third.advanced()).isEmpty();
  }

  @Test
  void takesNoSnapshotWhileRowsHaveNoAnswer() {
    fixture.append("t", 1, "row 1;");

    assertThatThrownBy(() -> fixture.writers.snapshot())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("rows for p.d.t have no answer yet (expected: flushed and drained)");
  }

  @Test
  void asksAgainForAStreamWhileAYoungTableIsHidden() {
    fixture.server.scriptCalls(
        call -> call.number() <= 2 ? CallReply.refuse(MASKED) : CallReply.answer());
    fixture.append("t", 1, 2);

    StreamSnapshot snapshot = fixture.checkpoint();

    assertThat(snapshot.positions()).containsExactly(position("t", 1, 2));
    assertThat(fixture.readable("t")).containsExactly(1, 2);
  }

  @Test
  void makesATableAgainThatDisappearedBeforeItsStreamWasCreated() {
    fixture.server.scriptCalls(
        call -> {
          if (call.number() == 1) {
            fixture.tables.drop("t");
            return CallReply.refuse(MASKED);
          }
          return CallReply.answer();
        });
    fixture.append("t", 1, 2);

    fixture.settle();

    assertThat(fixture.tables.table("t")).isNotNull();
    assertThat(fixture.completions.acknowledged).containsExactly(1L, 2L);
  }

  @Test
  void stopsWhenTheStreamIsDeniedForGood() {
    fixture.server.scriptCalls(call -> CallReply.refuse(MASKED));
    fixture.append("t", 1, 2);

    assertThatThrownBy(fixture::settle)
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND))
        .hasMessageMatching(
            "Creating a stream of table p\\.d\\.t failed: PERMISSION_DENIED: Permission"
                + " 'TABLES_UPDATE_DATA' denied on resource 'projects/p/datasets/d/tables/t' \\(or it"
                + " may not exist\\), after 11 attempts in \\d+ s\\. Check that the table exists and"
                + " that the credentials have roles/bigquery.dataEditor on it\\.");
    // 500 ms doubling to 10 s, ten times: 65.5 s, ±25 %.
    assertThat(fixture.time.sleptMillis()).isBetween(49_000L, 82_000L);
  }

  @Test
  void largerRowsGoToTheSameStreamOverANewConnection() {
    fixture.append("t", 1, 2);
    fixture.settle();
    fixture.append("t", 3, "row 3;", "Rome");
    fixture.settle();
    fixture.append("t", 4, 5);

    StreamSnapshot snapshot = fixture.checkpoint();

    assertThat(snapshot.positions()).containsExactly(position("t", 1, 5));
    assertThat(fixture.readable("t")).containsExactly(1, 2, 3, 4, 5);
    assertThat(fixture.server.connections()).isEqualTo(2);
  }

  @Test
  void keepsOrderAndOffsetsWhileNewColumnsAreUnknownToTheStream() {
    fixture.append("t", 1, 2);
    fixture.settle();
    fixture.server.script(
        request ->
            request.number() <= 4
                ? Reply.refuse(
                    Code.INVALID_ARGUMENT, StorageErrorCode.SCHEMA_MISMATCH_EXTRA_FIELDS, "extra")
                : Reply.ack());
    fixture.append("t", 3, "row 3;", "Rome");
    fixture.writers.flush();
    fixture.append("t", 4, "row 4;", "Oslo");

    fixture.checkpoint();

    assertThat(fixture.readable("t")).containsExactly(1, 2, 3, 4);
    assertThat(fixture.metrics.retried).contains(ErrorCode.SCHEMA_MISMATCH);
  }

  @Test
  void forgetsAnIdleDestinationOnceItsPositionIsInASnapshot() {
    fixture.append("t", 1, 2);
    fixture.append("u", 3, 3);
    fixture.settle();
    fixture.time.advance(Duration.ofMinutes(61));
    assertThat(fixture.writers.evictIdle()).isEmpty();
    fixture.append("u", 4, 4);
    fixture.settle();
    StreamSnapshot snapshot = fixture.writers.snapshot();
    assertThat(snapshot.positions()).hasSize(2);

    assertThat(fixture.writers.evictIdle()).containsExactly(table("t"));

    assertThat(fixture.writers.snapshot().positions()).containsExactly(position("u", 2, 2));
    fixture.append("t", 5, 5);
    assertThat(fixture.checkpoint().positions())
        .containsExactly(position("u", 2, 2), position("t", 3, 1));
    snapshot.advanced().forEach(fixture.committer::commit);
    assertThat(fixture.readable("t")).containsExactly(1, 2, 5);
  }

  @Test
  void keepsWhatIsInFlightHoweverIdle() {
    fixture.server.script(request -> Reply.silence());
    fixture.append("t", 1, 2);
    fixture.time.advance(Duration.ofHours(2));

    assertThat(fixture.writers.evictIdle()).isEmpty();
  }

  @Test
  void defaultStreamsHaveNoPositionsAndAreForgottenWhenIdle() {
    try (WriterFixture plain = WriterFixture.withDefaults()) {
      plain.append(plain.writer("t"), 1, 2);
      plain.drainUntilAcknowledged(2);
      assertThat(plain.writers.snapshot()).isEqualTo(new StreamSnapshot(List.of(), List.of()));
      plain.time.advance(Duration.ofHours(1));
      assertThat(plain.writers.evictIdle()).containsExactly(table("t"));

      plain.append(plain.writer("t"), 3, 3);
      plain.drainUntilAcknowledged(3);

      assertThat(plain.server.stored()).hasSize(3);
    }
  }

  @Test
  void refusesChangesAndSharedConnections() {
    assertThatThrownBy(
            () ->
                DestinationWriters.buffered(
                    fixture.connection,
                    WriterOptions.defaults(true, "a:b"),
                    WriteMetrics.NONE,
                    fixture.time))
        .hasMessage("change: true (expected: false, only default streams can do that)");
  }

  @Test
  void manyTablesShareFewConnectionsOneAfterAnother() {
    try (BufferedFixture narrow = BufferedFixture.withConnections(2)) {
      for (int ticket = 1; ticket <= 30; ticket++) {
        narrow.append("t" + ticket % 6, ticket, ticket);
      }
      narrow.checkpoint();
      for (int ticket = 31; ticket <= 36; ticket++) {
        narrow.append("t" + ticket % 6, ticket, ticket);
      }
      assertThat(narrow.checkpoint().advanced()).hasSize(6);

      assertThat(narrow.readable("t1")).containsExactly(1, 7, 13, 19, 25, 31);
      assertThat(narrow.server.connections()).isGreaterThanOrEqualTo(6 + 6 - 2);
    }
  }

  @Test
  void aTableWaitsForAConnectionWhileAllAreBusy() {
    try (BufferedFixture narrow = BufferedFixture.withConnections(2)) {
      narrow.server.script(request -> request.number() <= 2 ? Reply.silence() : Reply.ack());
      narrow.append("t", 1, 1);
      narrow.append("u", 2, 2);
      narrow.append("v", 3, 3);
      narrow.await(() -> narrow.server.requests().size() == 2);
      narrow.writers.drain(narrow.completions);
      assertThat(narrow.server.connections()).isEqualTo(2);
      assertThat(narrow.writers.nextWakeMillis()).isEqualTo(5);

      narrow.server.endAll(Status.UNAVAILABLE);
      narrow.checkpoint();

      assertThat(narrow.readable("t")).containsExactly(1);
      assertThat(narrow.readable("u")).containsExactly(2);
      assertThat(narrow.readable("v")).containsExactly(3);
    }
  }

  @Test
  void rowsOfManyTablesEachGoToTheirOwnStream() {
    for (int ticket = 1; ticket <= 40; ticket++) {
      fixture.append("t" + ticket % 4, ticket, "row " + ticket + ";");
    }
    assertThat(fixture.checkpoint().advanced()).hasSize(4);

    assertThat(fixture.readable("t3")).containsExactly(3, 7, 11, 15, 19, 23, 27, 31, 35, 39);
    assertThat(range(1, 40))
        .containsExactlyInAnyOrderElementsOf(
            range(0, 3).stream().flatMap(t -> fixture.readable("t" + t).stream()).toList());
  }
}
