package dev.penstock.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.storage.v1.ReadRowsRequest;
import com.google.protobuf.Duration;
import com.google.rpc.RetryInfo;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.time.FakeTime;
import dev.penstock.core.time.Time;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoUtils;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.apache.avro.Schema;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stream goes on behind the last block that was handed out, whatever breaks. */
@Timeout(30)
final class ScanStreamTest {
  private static final Schema SCHEMA = new Schema.Parser().parse(FakeReadServer.SCHEMA);
  private static final Instant EXPIRES = Instant.parse("2026-01-01T06:00:00Z");

  private final FakeReadServer server = new FakeReadServer(20);
  private final FakeTime time = new FakeTime();
  private final BigQueryConnection connection =
      BigQueryConnection.open(
          new Endpoint.Emulator(URI.create("http://127.0.0.1:9"), "127.0.0.1:" + server.port()),
          "p",
          "test");

  @AfterEach
  void close() {
    connection.close();
    server.close();
  }

  private ScanStream stream(long offset) {
    return stream(offset, ScanOptions.DEFAULTS, time);
  }

  private ScanStream stream(long offset, ScanOptions options, Time clock) {
    return new ScanStream(connection, FakeReadServer.STREAM, offset, EXPIRES, options, clock);
  }

  private static List<Long> rest(ScanStream stream) throws InterruptedException {
    BlockRows rows = new BlockRows(SCHEMA, SCHEMA);
    List<Long> ids = new ArrayList<>();
    while (stream.next() instanceof ScanStream.Step.Rows step) {
      assertThat(step.block().firstRow()).isEqualTo(stream.offset() - step.block().rowCount());
      rows.on(step.block());
      while (rows.hasNext()) {
        ids.add((Long) rows.next().get("id"));
        assertThat(rows.lastRowBytes()).isEqualTo(1);
      }
    }
    return ids;
  }

  private static List<Long> numbers(int from, int to) {
    return LongStream.range(from, to).boxed().toList();
  }

  private List<Long> offsetsAsked() {
    return server.reads().stream().map(ReadRowsRequest::getOffset).toList();
  }

  @Test
  void readsAllRows() throws InterruptedException {
    try (ScanStream stream = stream(0)) {
      assertThat(rest(stream)).isEqualTo(numbers(0, 20));
      assertThat(stream.offset()).isEqualTo(20);
      assertThat(stream.next()).isEqualTo(new ScanStream.Step.End());
      assertThat(server.reads().get(0).getReadStream()).isEqualTo(FakeReadServer.STREAM);
    }
  }

  @Test
  void readsFromAnOffset() throws InterruptedException {
    try (ScanStream stream = stream(7)) {
      assertThat(rest(stream)).isEqualTo(numbers(7, 20));
    }
  }

  @Test
  void anOffsetBehindTheLastRowIsTheEnd() throws InterruptedException {
    try (ScanStream stream = stream(20)) {
      assertThat(stream.next()).isEqualTo(new ScanStream.Step.End());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UNAVAILABLE: try later",
        "INTERNAL: stream terminated by RST_STREAM",
        "INTERNAL: Received unexpected EOS on DATA frame from server",
        "INTERNAL: HTTP/2 error code: INTERNAL_ERROR\nReceived Rst Stream"
      })
  void goesOnWhereItStopped(String failure) throws InterruptedException {
    Status.Code code = Status.Code.valueOf(failure.substring(0, failure.indexOf(':')));
    String text = failure.substring(failure.indexOf(':') + 2);
    server.breakAfter(2, code.toStatus().withDescription(text));
    server.breakAfter(0, code.toStatus().withDescription(text));

    try (ScanStream stream = stream(1)) {
      assertThat(rest(stream)).isEqualTo(numbers(1, 20));
      assertThat(offsetsAsked()).containsExactly(1L, 7L, 7L);
      assertThat(stream.retries()).isEqualTo(2);
    }
  }

  @Test
  void waitsAsLongAsTheServiceSays() throws InterruptedException {
    Metadata trailers = new Metadata();
    trailers.put(
        ProtoUtils.keyForProto(RetryInfo.getDefaultInstance()),
        RetryInfo.newBuilder().setRetryDelay(Duration.newBuilder().setSeconds(7)).build());
    server.breakAfter(1, new StatusRuntimeException(Status.RESOURCE_EXHAUSTED, trailers));

    try (ScanStream stream = stream(0)) {
      assertThat(rest(stream)).isEqualTo(numbers(0, 20));
      assertThat(time.sleptMillis()).isEqualTo(7_000);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"RESOURCE_EXHAUSTED", "INTERNAL", "PERMISSION_DENIED", "ABORTED"})
  void doesNotGoOnAfterWhatDoesNotPass(String code) throws InterruptedException {
    server.breakAfter(1, Status.Code.valueOf(code).toStatus().withDescription("no"));

    try (ScanStream stream = stream(0)) {
      assertThatThrownBy(() -> rest(stream))
          .hasMessage(
              "Reading stream " + FakeReadServer.STREAM + " at row 3 failed: " + code + ": no.");
      assertThat(server.reads()).hasSize(1);
    }
  }

  @Test
  void givesUpAfterAttemptsWithoutARow() {
    for (int i = 0; i < 30; i++) {
      server.breakAfter(0, Status.UNAVAILABLE.withDescription("down"));
    }
    try (ScanStream stream = stream(0)) {
      assertThatThrownBy(stream::next)
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
          .hasMessageMatching(
              "Reading stream "
                  + FakeReadServer.STREAM
                  + " at row 0 failed: UNAVAILABLE: down, after 25 attempts in \\d+ s\\.");
      assertThat(server.reads()).hasSize(25);
      // 100 ms growing by 1.3 for 24 waits is 181 s, spread by a quarter.
      assertThat(time.sleptMillis()).isBetween(136_000L, 227_000L);
    }
  }

  @Test
  void countsAttemptsAnewAfterEachRow() throws InterruptedException {
    for (int i = 0; i < 6; i++) {
      server.breakAfter(0, Status.UNAVAILABLE);
      server.breakAfter(1, Status.UNAVAILABLE);
    }
    try (ScanStream stream =
        stream(0, new ScanOptions(3, ScanOptions.DEFAULTS.idleTimeout()), time)) {
      assertThat(rest(stream)).isEqualTo(numbers(0, 20));
    }
  }

  @Test
  void saysWhenTheSessionHasExpired() {
    time.advance(java.time.Duration.ofHours(7));
    server.breakAfter(0, Status.FAILED_PRECONDITION.withDescription("Stream expired"));

    try (ScanStream stream = stream(0)) {
      assertThatThrownBy(stream::next)
          .hasMessage(
              "Reading stream "
                  + FakeReadServer.STREAM
                  + " at row 0 failed: FAILED_PRECONDITION: Stream expired. The read session"
                  + " expired at 2026-01-01T06:00:00Z, and a restart meets the same session: start"
                  + " the read anew, with more parallelism or fewer columns.");
    }
  }

  @Test
  void saysThatASessionIsGoneByTheServicesClock() {
    server.breakAfter(0, Status.FAILED_PRECONDITION.withDescription("Stream expired"));

    try (ScanStream stream = stream(0)) {
      assertThatThrownBy(stream::next)
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STREAM_UNUSABLE))
          .hasMessageEndingWith(
              "Stream expired. The read session is gone before it expires at 2026-01-01T06:00:00Z,"
                  + " and a restart meets the same session: start the read anew, with more"
                  + " parallelism or fewer columns.");
    }
  }

  @Test
  void aStreamThatFailedDoesNotEndShort() throws InterruptedException {
    server.breakAfter(1, Status.PERMISSION_DENIED.withDescription("no"));

    try (ScanStream stream = stream(0)) {
      assertThat(stream.next()).isInstanceOf(ScanStream.Step.Rows.class);
      assertThatThrownBy(stream::next).isInstanceOf(IngestException.class);
      assertThatThrownBy(stream::next).isInstanceOf(IngestException.class);
    }
  }

  @Test
  void aStreamThatWasClosedDoesNotEndShort() {
    ScanStream stream = stream(0);
    stream.close();

    assertThatThrownBy(stream::next).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void saysThatAPositionDoesNotExist() {
    server.breakAfter(
        0, Status.FAILED_PRECONDITION.withDescription("offset 99 has not been allocated yet"));

    try (ScanStream stream = stream(99)) {
      assertThatThrownBy(stream::next)
          .hasMessageEndingWith(
              "offset 99 has not been allocated yet. The stream has no row at this position: start"
                  + " without the state that holds it.");
    }
  }

  @Test
  void asksForABlockOnlyWhenTheOneBeforeWasTaken() throws InterruptedException {
    try (FakeReadServer large = new FakeReadServer(3_000_000);
        BigQueryConnection other =
            BigQueryConnection.open(
                new Endpoint.Emulator(
                    URI.create("http://127.0.0.1:9"), "127.0.0.1:" + large.port()),
                "p",
                "test");
        ScanStream stream =
            new ScanStream(other, FakeReadServer.STREAM, 0, EXPIRES, ScanOptions.DEFAULTS, time)) {
      assertThat(stream.next()).isInstanceOf(ScanStream.Step.Rows.class);
      // What fits into the transport's own window goes out; a million blocks do not.
      Awaitility.await().until(() -> large.blocksSent() > 0);
      assertThat(large.blocksSent()).isLessThan(500_000);
    }
  }

  @Test
  void aWaitingThreadCanBeWokenAndLosesNothing() throws Exception {
    server.hangAfter(1);
    try (ScanStream stream = stream(0)) {
      assertThat(stream.next()).isInstanceOf(ScanStream.Step.Rows.class);
      CompletableFuture<ScanStream.Step> waiting =
          CompletableFuture.supplyAsync(() -> step(stream));
      stream.wakeUp();

      assertThat(waiting.get()).isEqualTo(new ScanStream.Step.Woken());
      assertThat(stream.offset()).isEqualTo(3);
    }
  }

  private static ScanStream.Step step(ScanStream stream) {
    try {
      return stream.next();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void takesACallThatFallsSilentForBroken() throws InterruptedException {
    server.hangAfter(2);
    ScanOptions impatient = new ScanOptions(25, java.time.Duration.ofMillis(150));

    try (ScanStream stream = stream(0, impatient, Time.SYSTEM)) {
      assertThat(rest(stream)).isEqualTo(numbers(0, 20));
      assertThat(offsetsAsked()).containsExactly(0L, 6L);
    }
  }

  @Test
  void aServerThatComesBackIsReadOn() throws InterruptedException {
    ScanOptions few = new ScanOptions(2, ScanOptions.DEFAULTS.idleTimeout());
    server.close();

    try (ScanStream stream = stream(0, few, time)) {
      assertThatThrownBy(stream::next)
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }
  }
}
