package dev.penstock.core.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.rpc.Code;
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
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriteStreamsTest {
  private static final Destination TABLE = new Destination("p", "d", "t");

  private final ScriptedWriteServer server = ScriptedWriteServer.start();
  private final FakeTime time = new FakeTime();
  private final BigQueryConnection connection =
      BigQueryConnection.open(
          new Endpoint.Emulator(URI.create("http://127.0.0.1:1"), server.target()), "p", "test/1");
  private final WriteStreams streams = new WriteStreams(connection, RetryBudget.RECOVERY, time);

  @AfterEach
  void close() {
    connection.close();
    server.close();
  }

  private WriteStream create(StreamKind kind) {
    return streams.create(TABLE, kind, failure -> false);
  }

  @Test
  void createsAndFinalizes() {
    WriteStream stream = create(StreamKind.PENDING);

    assertThat(stream)
        .isEqualTo(
            new WriteStream(
                TABLE, "projects/p/datasets/d/tables/t/streams/s1", StreamKind.PENDING));
    assertThat(streams.finalizeStream(stream.name())).isZero();
    assertThat(streams.finalizeStream(stream.name())).isZero();
    assertThat(server.routing())
        .containsExactly(
            "parent=projects/p/datasets/d/tables/t",
            "name=" + stream.name(),
            "name=" + stream.name());
  }

  @Test
  void createsAnotherStreamWhenTheAnswerWasLost() {
    server.scriptCalls(
        call ->
            call.number() == 1 ? CallReply.applyAndFail(Status.UNAVAILABLE) : CallReply.answer());

    assertThat(create(StreamKind.BUFFERED).name()).endsWith("/streams/s2");
  }

  @ParameterizedTest
  @CsvSource({"20, 20000", "3600, 60000"})
  void waitsAsLongAsTheServiceAsksButForAMinuteAtMost(long seconds, long sleptMillis) {
    server.scriptCalls(
        call ->
            call.number() == 1
                ? CallReply.refuse(
                    Reply.asking(Code.RESOURCE_EXHAUSTED, Duration.ofSeconds(seconds)))
                : CallReply.answer());

    create(StreamKind.BUFFERED);

    assertThat(time.sleptMillis()).isEqualTo(sleptMillis);
  }

  @Test
  void createsNoDefaultStream() {
    assertThatThrownBy(() -> create(StreamKind.DEFAULT))
        .hasMessage("every table has its default stream");
  }

  @Test
  void stopsAtOnceOnADenial() {
    server.scriptCalls(call -> CallReply.refuse(Status.PERMISSION_DENIED));

    assertThatThrownBy(() -> create(StreamKind.BUFFERED))
        .isInstanceOfSatisfying(
            IngestException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.PERMISSION_DENIED));
    assertThat(time.sleptMillis()).isZero();
  }

  @Test
  void interruptionEndsTheWait() {
    server.scriptCalls(call -> CallReply.refuse(Status.UNAVAILABLE));
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> create(StreamKind.BUFFERED))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERRUPTED));
    assertThat(Thread.interrupted()).isTrue();
  }
}
