package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.gax.rpc.ApiException;
import com.google.api.gax.rpc.StatusCode;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.storage.v1.BigQueryReadGrpc;
import com.google.cloud.bigquery.storage.v1.ReadRowsRequest;
import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.google.protobuf.ByteString;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.local.service.ReadOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rows of streams: offsets, sizes of responses, flow control, faults. */
@Tag("protocol")
class ReadRowsTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final AtomicReference<Instant> NOW = new AtomicReference<>(START);
  private static final int ROWS = 2500;
  private static final int WIDE_ROWS = 60;
  private static final int RESPONSE_ROWS = 400;
  private static final int RESPONSE_BYTES = 60_000;

  private static LocalClients clients;
  private static TableReads reads;
  private ReadSession session;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    clients =
        new LocalClients(
            LocalOptions.inMemory()
                .withClock(NOW::get)
                .withReads(ReadOptions.defaults().withResponses(RESPONSE_ROWS, RESPONSE_BYTES)));
    clients.rest.create(com.google.cloud.bigquery.DatasetInfo.of("d"));
    reads = new TableReads(clients.local);
    // Every thousandth row is larger than a response; the others are small.
    fill("t", ROWS, i -> i % 1000 == 999 ? "x".repeat(70_000) : "n" + i);
    fill("wide", WIDE_ROWS, i -> "x".repeat(70_000));
  }

  private static void fill(String table, int count, IntFunction<String> name)
      throws InterruptedException {
    clients.createTable(
        table,
        Field.of("id", StandardSQLTypeName.INT64),
        Field.of("name", StandardSQLTypeName.STRING));
    ByteString[] rows = new ByteString[count];
    for (int i = 0; i < count; i++) {
      rows[i] = row((long) i, name.apply(i));
    }
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName(table), schema("id:INT64", "name:STRING"), rows));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
  }

  @BeforeEach
  void createSession() {
    NOW.set(START);
    session = reads.create("t");
  }

  @AfterEach
  void clear() {
    clients.local.faults().clear();
  }

  @AfterAll
  static void stop() {
    reads.close();
    clients.close();
  }

  private List<Long> ids(long offset) throws IOException {
    List<Long> ids = new ArrayList<>();
    reads.rows(session, 0, offset).forEach(row -> ids.add((Long) row.get("id")));
    return ids;
  }

  private static List<Long> range(long from, long to) {
    List<Long> ids = new ArrayList<>();
    for (long id = from; id < to; id++) {
      ids.add(id);
    }
    return ids;
  }

  private static void assertRefused(
      ThrowingCallable call, StatusCode.Code code, String description) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.getStatusCode().getCode()).isEqualTo(code);
              assertThat(e.getMessage()).contains(description);
            });
  }

  @Test
  @Fact({"RA-020", "RA-026", "RA-032"})
  void restartsAtAnyOffset() throws IOException {
    for (long offset : new long[] {0, 1, 399, 400, 998, 999, 1000, 2047, 2048, 2499}) {
      assertThat(ids(offset)).isEqualTo(range(offset, ROWS));
    }
  }

  @Test
  @Fact({"RA-023", "RA-024"})
  void isEmptyAtTheEndAndFailsBeyond() throws IOException {
    assertThat(reads.responses(session, 0, ROWS)).isEmpty();
    assertRefused(
        () -> ids(ROWS + 1),
        StatusCode.Code.FAILED_PRECONDITION,
        "offset 2501 has not been allocated yet");
    assertRefused(() -> ids(-1), StatusCode.Code.INVALID_ARGUMENT, "offset -1 is negative.");
  }

  @Test
  @Fact({"RA-021", "RA-033", "RA-022"})
  void boundsResponsesInRowsAndBytes() throws IOException {
    List<ReadRowsResponse> responses = reads.responses(session, 0, 0);

    long rows = 0;
    for (ReadRowsResponse response : responses) {
      assertThat(response.getRowCount()).isBetween(1L, (long) RESPONSE_ROWS);
      assertThat(response.hasAvroSchema()).isEqualTo(rows == 0);
      assertThat(response.getStats().getProgress().getAtResponseStart())
          .isEqualTo((double) rows / ROWS);
      rows += response.getRowCount();
      assertThat(response.getStats().getProgress().getAtResponseEnd())
          .isEqualTo((double) rows / ROWS);
      int bytes = response.getAvroRows().getSerializedBinaryRows().size();
      assertThat(bytes <= RESPONSE_BYTES || response.getRowCount() == 1).isTrue();
      assertThat(TableReads.decode(session, response))
          .hasSize(Math.toIntExact(response.getRowCount()));
    }
    assertThat(rows).isEqualTo(ROWS);
  }

  @Test
  void refusesNamesThatAreNoStreams() {
    assertRefused(
        () -> read("projects/p/locations/us/sessions/none/streams/s0"),
        StatusCode.Code.NOT_FOUND,
        "Not found: Session projects/p/locations/us/sessions/none");
    assertRefused(
        () -> read(session.getName() + "/streams/s1"),
        StatusCode.Code.NOT_FOUND,
        "Not found: Stream " + session.getName() + "/streams/s1");
    assertRefused(
        () -> read("projects/p"),
        StatusCode.Code.INVALID_ARGUMENT,
        "Invalid stream name 'projects/p'.");
  }

  private void read(String stream) {
    reads
        .client
        .readRowsCallable()
        .call(ReadRowsRequest.newBuilder().setReadStream(stream).build())
        .forEach(response -> {});
  }

  @Test
  @Fact("RA-029")
  void letsTheClientGoOnAfterCuts() throws IOException {
    FaultScript faults = clients.local.faults();
    faults.add("ReadRows", "t", 1, 1, new Fault.Fail("UNAVAILABLE", "try again"));
    faults.add("ReadRows.response", "t", 2, 2, new Fault.CutBeforeCommit());
    faults.add("ReadRows.response", "t", 5, 5, new Fault.CutAfterCommit());
    faults.add("ReadRows.response", "t", 6, 6, new Fault.EndCall("UNAVAILABLE", "gone"));
    faults.add("ReadRows.response", "t", 7, 7, new Fault.Delay(Duration.ofMillis(50)));

    assertThat(ids(0)).isEqualTo(range(0, ROWS));
  }

  @Test
  void failsCallsByScript() {
    FaultScript faults = clients.local.faults();
    faults.add("CreateReadSession", "t", 1, 1, new Fault.Fail("PERMISSION_DENIED", "no"));
    faults.add("ReadRows.response", "t", 2, 2, new Fault.EndCall("ABORTED", "after one"));

    assertRefused(() -> reads.create("t"), StatusCode.Code.PERMISSION_DENIED, "no");
    assertRefused(() -> ids(0), StatusCode.Code.ABORTED, "after one");
  }

  @Test
  @Fact("RA-028")
  void readsNoFurtherThanTheClientTakes() throws InterruptedException {
    ManagedChannel channel =
        NettyChannelBuilder.forTarget(clients.local.grpcTarget())
            .usePlaintext()
            .flowControlWindow(65_535)
            .build();
    SlowReader reader = new SlowReader();
    try {
      ReadSession wide = reads.create("wide");
      BigQueryReadGrpc.newStub(channel)
          .readRows(
              ReadRowsRequest.newBuilder().setReadStream(wide.getStreams(0).getName()).build(),
              reader);
      reader.request(1);
      assertThat(reader.next()).isInstanceOf(ReadRowsResponse.class);
      NOW.set(START.plus(Duration.ofHours(6)));
      reader.request(WIDE_ROWS);
      int taken = 1;
      Object answer = reader.next();
      while (answer instanceof ReadRowsResponse) {
        taken++;
        answer = reader.next();
      }

      // What was not read before the session ended is not there any more.
      assertThat(Status.fromThrowable((Throwable) answer).getCode())
          .isEqualTo(Status.Code.FAILED_PRECONDITION);
      assertThat(taken).isLessThan(WIDE_ROWS / 2);
    } finally {
      channel.shutdownNow();
    }
  }

  private static final class SlowReader
      implements ClientResponseObserver<ReadRowsRequest, ReadRowsResponse> {
    private final BlockingQueue<Object> answers = new LinkedBlockingQueue<>();
    private @Nullable ClientCallStreamObserver<ReadRowsRequest> call;

    void request(int responses) {
      Objects.requireNonNull(call).request(responses);
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<ReadRowsRequest> stream) {
      call = stream;
      stream.disableAutoRequestWithInitial(0);
    }

    @Override
    public void onNext(ReadRowsResponse response) {
      answers.add(response);
    }

    @Override
    public void onError(Throwable failure) {
      answers.add(failure);
    }

    @Override
    public void onCompleted() {
      answers.add("completed");
    }

    Object next() throws InterruptedException {
      Object answer = answers.poll(20, TimeUnit.SECONDS);
      if (answer == null) {
        throw new AssertionError("no answer in 20 seconds");
      }
      return answer;
    }
  }
}
