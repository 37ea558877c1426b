package dev.penstock.local;

import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static dev.penstock.local.Streams.at;
import static dev.penstock.local.Streams.storageCode;
import static dev.penstock.local.Streams.tableName;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.api.gax.rpc.AlreadyExistsException;
import com.google.api.gax.rpc.ApiException;
import com.google.api.gax.rpc.InvalidArgumentException;
import com.google.api.gax.rpc.NotFoundException;
import com.google.api.gax.rpc.OutOfRangeException;
import com.google.api.gax.rpc.PermissionDeniedException;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Code;
import io.grpc.Status;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What streams that an application creates refuse, and when they end. */
@Tag("protocol")
class BufferedStreamRefusalTest {
  private static final DescriptorProto ID_NAME = schema("id:INT64", "name:STRING");

  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static void createTable(String name) {
    clients.createTable(
        name,
        Field.of("id", StandardSQLTypeName.INT64),
        Field.newBuilder("name", StandardSQLTypeName.STRING).setMaxLength(5L).build());
  }

  private static String createStream(String table) {
    return Streams.create(clients, table, WriteStream.Type.BUFFERED);
  }

  private static long flush(String stream, long offset) {
    return Streams.flush(clients, stream, offset);
  }

  @Test
  @Fact({"WA-180", "WA-181", "WA-182", "WA-193", "WA-194"})
  void refusesFlushesBeyondTheEndAndTellsOfFlushedOffsets()
      throws InterruptedException, InvalidProtocolBufferException {
    createTable("flushes");
    String stream = createStream("flushes");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(stream, ID_NAME, row(1L, "a"), row(2L, "b")));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }

    assertThatThrownBy(() -> flush(stream, 2))
        .isInstanceOf(OutOfRangeException.class)
        .hasMessageContaining("Offset 2 is beyond the end of the stream");
    assertThat(flush(stream, 1)).isEqualTo(1);
    for (long again : new long[] {0, 1}) {
      ApiException refused = assertThrows(AlreadyExistsException.class, () -> flush(stream, again));
      assertThat(storageCode(refused)).isEqualTo(StorageErrorCode.OFFSET_ALREADY_EXISTS);
    }
    assertThatThrownBy(() -> flush(LocalClients.streamName("flushes"), 0))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("FlushRows is not supported on the default stream");
    assertThat(clients.rows("flushes")).containsExactly("1|a", "2|b");
  }

  @Test
  @Fact({"WA-176", "WA-177", "WA-178", "WA-183", "WA-192"})
  void takesNothingOnceFinalized() throws InterruptedException, InvalidProtocolBufferException {
    createTable("final");
    String stream = createStream("final");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(stream, ID_NAME, row(1L, "a"), row(2L, "b"), row(3L, "c")));
      assertThat(connection.response().hasAppendResult()).isTrue();
      assertThat(flush(stream, 0)).isZero();
      assertThat(clients.writes.finalizeWriteStream(stream).getRowCount()).isEqualTo(3);
      assertThat(clients.writes.finalizeWriteStream(stream).getRowCount()).isEqualTo(3);

      connection.send(at(3, request(null, null, row(4L, "d"))));
      com.google.rpc.Status refused = connection.response().getError();
      assertThat(refused.getCode()).isEqualTo(Code.INVALID_ARGUMENT_VALUE);
      assertThat(refused.getMessage()).startsWith("Stream has been finalized");
      assertThat(storageCode(refused)).isEqualTo(StorageErrorCode.STREAM_FINALIZED);
    }

    for (long offset : new long[] {0, 2}) {
      assertThatThrownBy(() -> flush(stream, offset))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("Stream has been finalized and cannot be appended");
    }
    assertThatThrownBy(() -> clients.writes.finalizeWriteStream(LocalClients.streamName("final")))
        .isInstanceOf(InvalidArgumentException.class);
    assertThat(clients.rows("final")).containsExactly("1|a");
  }

  @Test
  @Fact({"WA-037", "WA-041", "WA-194", "WA-195"})
  void knowsNoStreamsOfMissingTablesAndNoUnknownStreams()
      throws InterruptedException, InvalidProtocolBufferException {
    createTable("known");
    assertThatThrownBy(() -> createStream("nowhere"))
        .isInstanceOf(PermissionDeniedException.class)
        .hasMessageContaining(
            "Permission 'TABLES_UPDATE_DATA' denied on resource"
                + " 'projects/p/datasets/d/tables/nowhere' (or it may not exist).");
    assertThatThrownBy(() -> flush(tableName("nowhere") + "/streams/Cix", 0))
        .isInstanceOf(PermissionDeniedException.class);
    assertThatThrownBy(
            () ->
                clients.writes.createWriteStream(
                    tableName("known"), WriteStream.getDefaultInstance()))
        .isInstanceOf(InvalidArgumentException.class);

    String unknown = tableName("known") + "/streams/Cix";
    assertThatThrownBy(() -> flush(unknown, 0)).isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> clients.writes.getWriteStream(unknown))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> clients.writes.finalizeWriteStream(unknown))
        .isInstanceOf(NotFoundException.class);
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(0, request(unknown, ID_NAME, row(1L, "a"))));
      Throwable end = (Throwable) connection.next();
      assertThat(Status.fromThrowable(end).getCode()).isEqualTo(Status.Code.NOT_FOUND);
      assertThat(storageCode(end)).isEqualTo(StorageErrorCode.STREAM_NOT_FOUND);
    }
  }

  @Test
  @Fact({"WA-196", "WA-197"})
  void streamsDieWithTheirTable() throws InterruptedException {
    createTable("again");
    String stream = createStream("again");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(0, request(stream, ID_NAME, row(1L, "a"))));
      assertThat(connection.response().hasAppendResult()).isTrue();
      clients.rest.delete(TableId.of("d", "again"));
      assertThatThrownBy(() -> flush(stream, 0)).isInstanceOf(PermissionDeniedException.class);
      createTable("again");
      connection.send(at(1, request(null, null, row(2L, "b"))));
      assertThat(Status.fromThrowable((Throwable) connection.next()).getCode())
          .isEqualTo(Status.Code.NOT_FOUND);
    }
    assertThatThrownBy(() -> flush(stream, 0)).isInstanceOf(NotFoundException.class);

    String fresh = createStream("again");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(0, request(fresh, ID_NAME, row(3L, "c"))));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
    assertThat(flush(fresh, 0)).isZero();
    assertThat(clients.rows("again")).containsExactly("3|c");
  }

  @Test
  @Fact({"WA-045", "WA-084"})
  void refusesToShareAConnectionAndEmptyRequests() throws InterruptedException {
    createTable("alone");
    String stream = createStream("alone");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(0, request(stream, ID_NAME)));
      assertThat(connection.response().getError().getCode()).isEqualTo(Code.INVALID_ARGUMENT_VALUE);
      connection.send(at(-1, request(null, null, row(1L, "a"))));
      assertThat(connection.response().getError().getCode()).isEqualTo(Code.INVALID_ARGUMENT_VALUE);
      connection.send(request(createStream("alone"), ID_NAME, row(1L, "a")));
      Status status = Status.fromThrowable((Throwable) connection.next());
      assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
      assertThat(status.getDescription()).startsWith("Only default streams can share a connection");
    }
  }
}
