package dev.penstock.core.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.append.UnaryScript.CallReply;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.FakeTime;
import dev.penstock.core.time.RetryBudget;
import io.grpc.Status;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commits of several pending streams, and what the service tells of a stream. */
class CommitTest {
  private static final Destination TABLE = new Destination("p", "d", "t");
  private static final String NAME = "projects/p/datasets/d/tables/t/streams/s";

  private final ScriptedWriteServer server = ScriptedWriteServer.start();
  private final BigQueryConnection connection =
      BigQueryConnection.open(
          new Endpoint.Emulator(URI.create("http://127.0.0.1:1"), server.target()), "p", "test/1");
  private final WriteStreams streams =
      new WriteStreams(connection, RetryBudget.RECOVERY, new FakeTime());

  @AfterEach
  void close() {
    connection.close();
    server.close();
  }

  private List<String> finalized(int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name = streams.create(TABLE, StreamKind.PENDING, failure -> false).name();
      streams.finalizeStream(name);
      names.add(name);
    }
    return names;
  }

  private void commit(List<String> names) {
    streams.commit(TABLE, names, failure -> false);
  }

  private List<String> commits() {
    return server.calls().stream().filter(call -> call.startsWith("BatchCommit")).toList();
  }

  @Test
  void commitsAllStreamsByOneCall() {
    List<String> names = finalized(3);

    commit(names);

    assertThat(commits())
        .containsExactly("BatchCommitWriteStreams " + NAME + "1 " + NAME + "2 " + NAME + "3");
    assertThat(names).allMatch(name -> streams.find(name).orElseThrow().committed());
    assertThat(server.routing()).last().isEqualTo("name=" + NAME + "3");
  }

  @Test
  void commitsTheRestWhenSomeAreCommittedAlready() {
    List<String> names = finalized(4);
    server.streams().commitStream(names.get(0));
    server.streams().commitStream(names.get(2));

    commit(names);

    assertThat(commits()).last().isEqualTo("BatchCommitWriteStreams " + NAME + "2 " + NAME + "4");
    assertThat(names).allMatch(name -> streams.find(name).orElseThrow().committed());
  }

  @Test
  void aCommitWhoseAnswerWasLostIsDone() {
    List<String> names = finalized(2);
    server.scriptCalls(
        call ->
            call.method().startsWith("BatchCommit") && call.number() == 1
                ? CallReply.applyAndFail(Status.UNAVAILABLE)
                : CallReply.answer());

    commit(names);

    assertThat(commits()).hasSize(2);
  }

  @Test
  void commitsNothingWhenOneStreamIsFaultyAndNamesIt() {
    List<String> names = finalized(2);
    String open = streams.create(TABLE, StreamKind.PENDING, failure -> false).name();
    names.add(open);
    names.add(NAME + "9");

    assertThatThrownBy(() -> commit(names))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STREAM_UNUSABLE))
        .hasMessageStartingWith("Committing stream " + NAME + "1 and 3 more failed: ")
        .hasMessageContaining("The stream is not committed. (stream " + NAME + "3), and 1 more");
    assertThat(commits()).hasSize(1);
    assertThat(streams.find(names.get(0)).orElseThrow().committed()).isFalse();
  }

  @Test
  void refusesMoreStreamsThanOneCommitTakesBeforeAnyCall() {
    assertThatThrownBy(() -> commit(Collections.nCopies(10_001, NAME)))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_OPTION))
        .hasMessage("streams: 10001 (expected: 1..10000, which one commit takes)");
    assertThat(server.calls()).isEmpty();
  }

  @Test
  void findsNoStreamThatTheServiceDoesNotKnow() {
    List<String> names = finalized(1);

    assertThat(streams.find(names.get(0))).contains(new FoundStream(names.get(0), false));
    assertThat(streams.find(NAME + "9")).isEmpty();
  }
}
