package dev.penstock.local;

import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static dev.penstock.local.Streams.at;
import static dev.penstock.local.Streams.flush;
import static dev.penstock.local.Streams.storageCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.gax.rpc.NotFoundException;
import com.google.api.gax.rpc.PermissionDeniedException;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import com.google.cloud.bigquery.storage.v1.FlushRowsRequest;
import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.Int64Value;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Code;
import dev.penstock.local.FaultScript.Fault;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Scripted faults of the calls about created streams. */
class StreamFaultsTest {
  private static final DescriptorProto ID = schema("id:INT64");

  private static LocalClients clients;
  private static ManagedChannel channel;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
    channel = NettyChannelBuilder.forTarget(clients.local.grpcTarget()).usePlaintext().build();
  }

  @AfterEach
  void clear() {
    clients.local.faults().clear();
  }

  @AfterAll
  static void stop() {
    channel.shutdownNow();
    clients.close();
  }

  /** A table of one column with a stream. */
  private static String stream(String table) {
    clients.createTable(table, Field.of("id", StandardSQLTypeName.INT64));
    return Streams.create(clients, table, WriteStream.Type.BUFFERED);
  }

  private static void script(String method, String table, Fault fault) {
    clients.local.faults().add(method, table, 1, 1, fault);
  }

  /** FlushRows without the retries of a client library. */
  private static long flushOnce(String stream, long offset) {
    return BigQueryWriteGrpc.newBlockingStub(channel)
        .withDeadlineAfter(500, TimeUnit.MILLISECONDS)
        .flushRows(
            FlushRowsRequest.newBuilder()
                .setWriteStream(stream)
                .setOffset(Int64Value.of(offset))
                .build())
        .getOffset();
  }

  private static void append(String stream, long offset, long id) throws InterruptedException {
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(offset, request(stream, ID, row(id))));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
  }

  @Test
  @Fact({"WA-038", "WA-184", "WA-001"})
  void deniesTheFirstCallsOnANewTable() throws InterruptedException {
    Fault masked =
        new Fault.Fail(
            "PERMISSION_DENIED",
            "Permission 'TABLES_UPDATE_DATA' denied on resource 'projects/p/datasets/d/tables/new'"
                + " (or it may not exist).");
    clients.createTable("new", Field.of("id", StandardSQLTypeName.INT64));
    script("CreateWriteStream", "new", masked);
    script("FlushRows", "new", masked);

    assertThatThrownBy(() -> Streams.create(clients, "new", WriteStream.Type.BUFFERED))
        .isInstanceOf(PermissionDeniedException.class)
        .hasMessageContaining("(or it may not exist)");
    String stream = Streams.create(clients, "new", WriteStream.Type.BUFFERED);
    append(stream, 0, 1);
    assertThatThrownBy(() -> flush(clients, stream, 0))
        .isInstanceOf(PermissionDeniedException.class);
    assertThat(flush(clients, stream, 0)).isZero();
  }

  @Test
  void aScriptReachesEveryMethodOfTheService() {
    assertThat(BigQueryWriteGrpc.getServiceDescriptor().getMethods())
        .hasSize(6)
        .allSatisfy(method -> script(method.getBareMethodName(), "t", new Fault.Hang()));
  }

  @Test
  void cutsAFlushBeforeOrAfterItsCommit() throws InterruptedException {
    String stream = stream("cut");
    append(stream, 0, 1);
    append(stream, 1, 2);
    clients.local.faults().add("FlushRows", "cut", 1, 1, new Fault.CutBeforeCommit());
    clients.local.faults().add("FlushRows", "cut", 2, 2, new Fault.CutAfterCommit());

    assertUnavailable(() -> flushOnce(stream, 0));
    assertThat(clients.rows("cut")).isEmpty();
    assertUnavailable(() -> flushOnce(stream, 0));
    assertThat(clients.rows("cut")).containsExactly("1");
  }

  private static void assertUnavailable(Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE));
  }

  @Test
  @Fact({"WA-059", "WA-073"})
  void hangsAnAppendThatLanded() throws InterruptedException {
    String stream = stream("hung");
    script("AppendRows", "hung", new Fault.HangAfterCommit());
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(0, request(stream, ID, row(1L))));
      assertThat(connection.peek(200)).isNull();
    }
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(0, request(stream, ID, row(1L))));
      assertThat(connection.response().getError().getCode()).isEqualTo(Code.ALREADY_EXISTS_VALUE);
    }
    assertThat(flush(clients, stream, 0)).isZero();
    assertThat(clients.rows("hung")).containsExactly("1");
  }

  @Test
  void hangsAFlushBeforeOrAfterItsCommit() throws InterruptedException {
    String stream = stream("hangs");
    append(stream, 0, 1);
    clients.local.faults().add("FlushRows", "hangs", 1, 1, new Fault.Hang());
    clients.local.faults().add("FlushRows", "hangs", 2, 2, new Fault.HangAfterCommit());
    for (int rows = 0; rows < 2; rows++) {
      assertThatThrownBy(() -> flushOnce(stream, 0))
          .isInstanceOfSatisfying(
              StatusRuntimeException.class,
              e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED));
      assertThat(clients.rows("hangs")).hasSize(rows);
    }
  }

  @Test
  @Fact({"WA-178", "WA-183"})
  void finalizesAStreamUnderItsWriter()
      throws InterruptedException, InvalidProtocolBufferException {
    String stream = stream("ended");
    clients.local.faults().add("AppendRows", "ended", 2, 2, new Fault.FinalizeStream());
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(0, request(stream, ID, row(1L))));
      assertThat(connection.response().hasAppendResult()).isTrue();
      connection.send(at(1, request(null, null, row(2L))));
      AppendRowsResponse refused = connection.response();
      assertThat(storageCode(refused.getError())).isEqualTo(StorageErrorCode.STREAM_FINALIZED);
    }
    assertThatThrownBy(() -> flush(clients, stream, 0))
        .hasMessageContaining("Stream has been finalized");
  }

  @Test
  void forgetsAStreamUnderItsWriter() throws InterruptedException {
    String stream = stream("forgotten");
    append(stream, 0, 1);
    script("FlushRows", "forgotten", new Fault.DropStream());

    assertThatThrownBy(() -> flush(clients, stream, 0)).isInstanceOf(NotFoundException.class);
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(1, request(stream, ID, row(2L))));
      assertThat(Status.fromThrowable((Throwable) connection.next()).getCode())
          .isEqualTo(Status.Code.NOT_FOUND);
    }
    assertThat(clients.rows("forgotten")).isEmpty();
  }

  @Test
  void answersAStorageErrorCodeWithoutDoingAnything()
      throws InterruptedException, InvalidProtocolBufferException {
    String stream = stream("coded");
    script(
        "AppendRows",
        "coded",
        new Fault.Fail("INVALID_ARGUMENT INVALID_STREAM_STATE", "Stream is in a bad state."));
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(0, request(stream, ID, row(1L))));
      assertThat(storageCode(connection.response().getError()))
          .isEqualTo(StorageErrorCode.INVALID_STREAM_STATE);
      connection.send(at(0, request(null, null, row(1L))));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
  }
}
