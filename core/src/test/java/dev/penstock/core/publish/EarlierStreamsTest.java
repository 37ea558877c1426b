package dev.penstock.core.publish;

import static dev.penstock.core.publish.PublishFixture.PEOPLE;
import static dev.penstock.core.publish.PublishFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.append.FinishedStreams;
import dev.penstock.core.append.FinishedStreams.Part;
import dev.penstock.core.append.ScriptedWriteServer;
import dev.penstock.core.append.UnaryScript.CallReply;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.time.FakeTime;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.write.StreamCommitter;
import io.grpc.Status;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the service says about streams that an earlier run left, and what follows. */
class EarlierStreamsTest {
  private static final Destination TABLE = new Destination("p", "d", "t");

  private final ScriptedWriteServer server = ScriptedWriteServer.start();
  private final FakeTime time = new FakeTime();
  private final BigQueryConnection connection =
      BigQueryConnection.open(
          new Endpoint.Emulator(URI.create("http://127.0.0.1:1"), server.target()), "p", "test/1");
  private final PublishPlan plan =
      PublishPlanner.plan(
          new PublishRequest(
              TABLE,
              new Strategy.Append(),
              spec(PEOPLE),
              null,
              LoadMethod.STREAMS,
              true,
              null,
              "r1"));
  @TempDir private Path directory;

  @AfterEach
  void close() {
    connection.close();
    server.close();
  }

  private RunJournals journals() {
    return new RunJournals(directory, "project p", time);
  }

  private EarlierStreams earlier() {
    return new EarlierStreams(
        plan,
        new TableAdmin(connection, time),
        journals(),
        new StreamCommitter(connection, RetryBudget.RECOVERY, time));
  }

  /** A run that had noted a stream when it ended. */
  private String keep() {
    String stream = server.streams().create(TABLE.resourceName());
    try (RunJournal journal = journals().begin(plan, null)) {
      FinishedStreams streams = new FinishedStreams(TABLE, List.of(new Part(stream, 5)));
      journal.commits(plan.publishingStep(), new SentRows("rows", true, 1, streams));
      journal.keep();
    }
    return stream;
  }

  @Test
  void commitsStreamsThatAreFinalized() {
    server.streams().finalizeStream(keep());

    assertThat(earlier().find("rows")).hasValue(5);

    assertThat(journals().findKept("r1").orElseThrow().isPublished()).isTrue();
  }

  @Test
  void beginsAnewWhereTheServiceKnowsStreamsThatItNeverCommits() {
    String unfinished = keep();

    assertThat(earlier().find("rows")).isEmpty();

    assertThat(server.calls()).last().isEqualTo("GetWriteStream " + unfinished);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void keepsTheStreamsWhileTheServiceDoesNotAnswer() {
    server.streams().finalizeStream(keep());
    server.scriptCalls(call -> CallReply.refuse(Status.UNAVAILABLE));

    assertThatThrownBy(() -> earlier().find("rows")).hasMessageContaining("UNAVAILABLE");

    server.scriptCalls(call -> CallReply.answer());
    assertThat(earlier().find("rows")).hasValue(5);
  }

  @Test
  void aRunThatEndedMeanwhileIsNotBegunAgain() {
    keep();

    assertThatThrownBy(() -> journals().begin(plan, null))
        .hasMessageStartingWith("A run with the id r1 goes on already on this machine");
  }
}
