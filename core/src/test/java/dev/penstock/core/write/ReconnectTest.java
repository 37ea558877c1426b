package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.rpc.Code;
import dev.penstock.core.append.Reply;
import dev.penstock.core.append.ScriptedWriteServer;
import dev.penstock.core.append.ScriptedWriteServer.Request;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a writer does when its connection ends, hangs, or never comes up. */
class ReconnectTest {
  private final WriterFixture fixture = WriterFixture.withDefaults();

  @AfterEach
  void close() {
    fixture.close();
  }

  private List<Integer> rowCounts(int connection) {
    return fixture.server.requests().stream()
        .filter(request -> request.connection() == connection)
        .map(request -> request.rows().size())
        .toList();
  }

  @Test
  void sendsTheUnansweredTailAgainInOrderAfterACut() {
    fixture.server.script(
        request ->
            request.connection() == 1 && request.number() == 3
                ? Reply.end(Status.UNAVAILABLE)
                : Reply.ack());
    TableWriter writer = fixture.writer("t");
    fixture.append(writer, 1, 1);
    fixture.append(writer, 2, 3);
    fixture.append(writer, 4, 6);
    fixture.append(writer, 7, 10);

    fixture.drainUntilAcknowledged(10);

    assertThat(fixture.server.connections()).isEqualTo(2);
    assertThat(rowCounts(2)).containsExactly(3, 4);
    assertThat(fixture.server.stored()).hasSize(10);
    assertThat(fixture.completions.runs).containsExactly("1..1", "2..3", "4..6", "7..10");
    assertThat(fixture.metrics.retried).contains(ErrorCode.UNAVAILABLE);
    assertThat(fixture.writers.unacknowledgedBytes()).isZero();
  }

  @Test
  void connectsAgainNoEarlierThanTheServiceAsks() {
    fixture.server.script(
        request ->
            request.number() == 2
                ? Reply.end(Reply.asking(Code.RESOURCE_EXHAUSTED, Duration.ofSeconds(40)))
                : Reply.ack());
    TableWriter writer = fixture.writer("t");
    fixture.append(writer, 1, 1);
    fixture.append(writer, 2, 2);

    fixture.drainUntilAcknowledged(2);

    assertThat(fixture.time.nanos())
        .isBetween(Duration.ofSeconds(40).toNanos(), Duration.ofSeconds(50).toNanos());
  }

  @Test
  void tellsStreamSchemaAndTraceOnlyAtTheStartOfAConnection() {
    TableWriter writer = fixture.writer("t");
    fixture.append(writer, 1, 1);
    fixture.drainUntilAcknowledged(1);
    fixture.append(writer, 2, 2);
    fixture.drainUntilAcknowledged(2);
    fixture.server.endAll(Status.UNAVAILABLE);
    fixture.append(writer, 3, 3);
    fixture.drainUntilAcknowledged(3);

    List<Request> requests = fixture.server.requests();
    assertThat(requests.get(0).message().getWriteStream())
        .isEqualTo("projects/p/datasets/d/tables/t/streams/_default");
    assertThat(requests.get(0).message().getTraceId()).isEqualTo("penstock:test");
    assertThat(requests.get(0).hasSchema()).isTrue();
    assertThat(requests.get(1).message().getWriteStream()).isEmpty();
    assertThat(requests.get(1).message().getTraceId()).isEmpty();
    assertThat(requests.get(1).hasSchema()).isFalse();
    assertThat(requests.get(2).connection()).isEqualTo(2);
    assertThat(requests.get(2).hasSchema()).isTrue();
    assertThat(requests.get(2).message().getTraceId()).isEqualTo("penstock:test");
    assertThat(fixture.server.routing().get(0))
        .isEqualTo("write_stream=projects/p/datasets/d/tables/t/streams/_default");
  }

  @Test
  void tellsTheSchemaAgainAfterARefusal() {
    fixture.server.script(
        request ->
            request.number() <= 2
                ? Reply.refuse(Code.RESOURCE_EXHAUSTED, "slow down")
                : Reply.ack());
    fixture.append(fixture.writer("t"), 1, 1);

    fixture.drainUntilAcknowledged(1);

    assertThat(fixture.server.requests())
        .hasSize(3)
        .allSatisfy(request -> assertThat(request.hasSchema()).isTrue());
  }

  @Test
  void storesAgainWhatWasStoredWithoutAnAnswer() {
    fixture.server.script(
        request -> request.number() == 1 ? Reply.storeAndEnd(Status.UNAVAILABLE) : Reply.ack());
    fixture.append(fixture.writer("t"), 1, 2);

    fixture.drainUntilAcknowledged(2);

    assertThat(fixture.server.stored()).hasSize(4);
    assertThat(fixture.metrics.possiblyRepeated).isEqualTo(2);
  }

  @Test
  void opensTheDefaultStreamAnewWhenItTakesNoMoreRows() {
    fixture.server.script(
        request ->
            request.connection() == 1
                ? Reply.refuse(
                    Code.INVALID_ARGUMENT,
                    StorageErrorCode.STREAM_FINALIZED,
                    "Stream has been finalized")
                : Reply.ack());
    fixture.append(fixture.writer("t"), 1, 2);

    fixture.drainUntilAcknowledged(2);

    assertThat(fixture.server.stored()).hasSize(2);
    assertThat(fixture.metrics.retried).containsOnly(ErrorCode.STREAM_UNUSABLE);
  }

  @Test
  void reconnectsQuietlyAfterAnIdleClose() {
    TableWriter writer = fixture.writer("t");
    fixture.append(writer, 1, 1);
    fixture.drainUntilAcknowledged(1);
    fixture.server.endAll(
        Status.ABORTED.withDescription(
            "Closing the stream because it has been inactive for 600 seconds."));

    fixture.append(writer, 2, 2);
    fixture.drainUntilAcknowledged(2);

    assertThat(fixture.server.stored()).hasSize(2);
    assertThat(fixture.metrics.failures).isEmpty();
  }

  /** The service would end the connection after 600 s (WA-056), maybe while rows are on the way. */
  @Test
  void endsAnIdleConnectionBeforeTheServiceDoes() {
    TableWriter writer = fixture.writer("t");
    fixture.append(writer, 1, 1);
    fixture.drainUntilAcknowledged(1);
    fixture.time.advance(Duration.ofMinutes(9).minusSeconds(1));
    fixture.append(writer, 2, 2);
    fixture.drainUntilAcknowledged(2);
    assertThat(fixture.server.connections()).isEqualTo(1);

    fixture.time.advance(Duration.ofMinutes(9));
    fixture.writers.drain(fixture.completions);
    fixture.append(writer, 3, 3);
    fixture.drainUntilAcknowledged(3);

    assertThat(fixture.server.connections()).isEqualTo(2);
    assertThat(fixture.metrics.retried).isEmpty();
  }

  @Test
  void staysAliveWhileTheServiceIsUnavailableForMinutes() {
    long end = fixture.time.nanos() + Duration.ofMinutes(2).toNanos();
    fixture.server.script(
        request -> fixture.time.nanos() < end ? Reply.end(Status.UNAVAILABLE) : Reply.ack());
    TableWriter writer = fixture.writer("t");
    fixture.append(writer, 1, 1);
    fixture.append(writer, 2, 3);

    fixture.drainUntilAcknowledged(3);

    assertThat(fixture.server.stored()).hasSize(3);
    assertThat(fixture.completions.runs).containsExactly("1..1", "2..3");
    // Delays double up to 30 s, so two minutes take a dozen attempts and not thousands.
    assertThat(fixture.server.connections()).isBetween(8, 25);
  }

  @Test
  void stopsWithAClearErrorWhenTheOutageOutlastsTheRetryTimeout() {
    fixture.server.script(request -> Reply.end(Status.UNAVAILABLE.withDescription("overloaded")));
    fixture.append(fixture.writer("t"), 1, 1);

    assertThatThrownBy(() -> fixture.drainUntilAcknowledged(1))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
        .hasMessage(
            "Rows for p.d.t were sent again for PT10M without success: UNAVAILABLE: overloaded."
                + " Nothing is lost: the rows are not acknowledged. Restart when the service is"
                + " well.");
    assertThat(fixture.completions.acknowledged).isEmpty();
  }

  @Test
  void replacesAConnectionThatNeverAnswers() {
    fixture.server.script(request -> request.connection() == 1 ? Reply.silence() : Reply.ack());
    fixture.append(fixture.writer("t"), 1, 2);
    fixture.await(() -> fixture.server.requests().size() == 1);
    fixture.time.advance(Duration.ofMinutes(5).minusSeconds(1));
    fixture.writers.drain(fixture.completions);
    assertThat(fixture.server.connections()).isEqualTo(1);
    assertThat(fixture.metrics.oldestMs).isEqualTo(299_000);

    fixture.time.advance(Duration.ofSeconds(2));
    fixture.drainUntilAcknowledged(2);

    assertThat(fixture.server.connections()).isEqualTo(2);
    assertThat(fixture.metrics.retried).containsExactly(ErrorCode.TIMEOUT);
  }

  @Test
  void goesOnSoonAfterTheServerIsBack() {
    TableWriter writer = fixture.writer("t");
    fixture.append(writer, 1, 1);
    fixture.drainUntilAcknowledged(1);
    fixture.server.close();
    fixture.append(writer, 2, 2);
    fixture.drainUntil(() -> fixture.metrics.retried.size() >= 8);

    try (ScriptedWriteServer back = ScriptedWriteServer.inPlaceOf(fixture.server)) {
      fixture.drainUntilAcknowledged(2);
      assertThat(back.stored()).hasSize(1);
    }
  }

  @Test
  void closesTwiceAndWithRowsInFlight() {
    fixture.server.script(request -> Reply.silence());
    fixture.append(fixture.writer("t"), 1, 2);
    fixture.await(() -> fixture.server.requests().size() == 1);

    fixture.writers.close();
    fixture.writers.close();

    assertThat(fixture.completions.acknowledged).isEmpty();
  }
}
