package dev.penstock.local;

import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static dev.penstock.local.Streams.at;
import static dev.penstock.local.Streams.tableName;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.google.api.gax.rpc.InvalidArgumentException;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.storage.v1.BatchCommitWriteStreamsRequest;
import com.google.cloud.bigquery.storage.v1.BatchCommitWriteStreamsResponse;
import com.google.cloud.bigquery.storage.v1.StorageError;
import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.rpc.Code;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The other kinds of streams that an application creates. */
@Tag("protocol")
class CommittedAndPendingStreamTest {
  private static final DescriptorProto ID = schema("id:INT64");

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
    clients.createTable(name, Field.of("id", StandardSQLTypeName.INT64));
  }

  private static void append(String stream, long offset, ByteString... rows)
      throws InterruptedException {
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(offset, request(stream, ID, rows)));
      assertThat(connection.response().getAppendResult().getOffset().getValue()).isEqualTo(offset);
    }
  }

  private static BatchCommitWriteStreamsResponse commit(String table, String... streams) {
    return clients.writes.batchCommitWriteStreams(
        BatchCommitWriteStreamsRequest.newBuilder()
            .setParent(tableName(table))
            .addAllWriteStreams(List.of(streams))
            .build());
  }

  @Test
  @Fact({"WA-018", "WA-022", "WA-051", "WA-073", "WA-180", "WA-201"})
  void committedStreamsShowRowsAtOnceAndKeepOffsets() throws InterruptedException {
    createTable("committed");
    String stream = Streams.create(clients, "committed", WriteStream.Type.COMMITTED);
    append(stream, 0, row(1L), row(2L));
    append(stream, 2, row(3L));
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(1, request(stream, ID, row(2L))));
      assertThat(connection.response().getError().getCode()).isEqualTo(Code.ALREADY_EXISTS_VALUE);
    }

    assertThat(clients.rows("committed")).containsExactly("1", "2", "3");
    assertThatThrownBy(() -> Streams.flush(clients, stream, 0))
        .isInstanceOfSatisfying(
            InvalidArgumentException.class,
            e -> assertThat(e).hasMessageContaining("not supported on streams of type COMMITTED"));
    WriteStream described = clients.writes.getWriteStream(stream);
    assertThat(described.getCommitTime()).isEqualTo(described.getCreateTime());
    assertThat(clients.writes.finalizeWriteStream(stream).getRowCount()).isEqualTo(3);
  }

  @Test
  @Fact({"WA-019", "WA-024", "WA-186", "WA-187", "WA-191"})
  void pendingStreamsShowRowsOnceCommittedTogether() throws InterruptedException {
    createTable("pending");
    String first = Streams.create(clients, "pending", WriteStream.Type.PENDING);
    String second = Streams.create(clients, "pending", WriteStream.Type.PENDING);
    append(first, 0, row(1L), row(2L));
    append(second, 0, row(3L));
    assertThat(clients.writes.finalizeWriteStream(first).getRowCount()).isEqualTo(2);

    BatchCommitWriteStreamsResponse early = commit("pending", first, second);
    assertThat(early.hasCommitTime()).isFalse();
    assertThat(early.getStreamErrorsList())
        .extracting(StorageError::getCode, StorageError::getEntity)
        .containsExactly(tuple(StorageErrorCode.INVALID_STREAM_STATE, second));
    assertThat(clients.rows("pending")).isEmpty();

    assertThat(clients.writes.finalizeWriteStream(second).getRowCount()).isEqualTo(1);
    assertThat(clients.writes.getWriteStream(first).hasCommitTime()).isFalse();
    assertThat(commit("pending", first, second).hasCommitTime()).isTrue();
    assertThat(clients.rows("pending")).containsExactly("1", "2", "3");
    assertThat(clients.writes.getWriteStream(first).hasCommitTime()).isTrue();
  }

  @Test
  @Fact({"WA-186", "WA-188", "WA-189", "WA-190", "WA-017"})
  void refusesToCommitWhatIsNotReady() throws InterruptedException {
    createTable("refused");
    String done = Streams.create(clients, "refused", WriteStream.Type.PENDING);
    append(done, 0, row(1L));
    assertThat(clients.writes.finalizeWriteStream(done).getRowCount()).isEqualTo(1);
    assertThat(commit("refused", done).hasCommitTime()).isTrue();
    String committed = Streams.create(clients, "refused", WriteStream.Type.COMMITTED);
    String unknown = tableName("refused") + "/streams/Cix";

    BatchCommitWriteStreamsResponse refused = commit("refused", done, committed, unknown);
    assertThat(refused.hasCommitTime()).isFalse();
    assertThat(refused.getStreamErrorsList())
        .extracting(StorageError::getCode)
        .containsExactly(
            StorageErrorCode.STREAM_ALREADY_COMMITTED,
            StorageErrorCode.INVALID_STREAM_TYPE,
            StorageErrorCode.STREAM_NOT_FOUND);
    assertThat(refused.getStreamErrors(1).getErrorMessage())
        .startsWith("Stream must be created in pending mode, actual: WRITE_OPTIMIZED");
    assertThatThrownBy(() -> commit("refused")).isInstanceOf(InvalidArgumentException.class);
    assertThatThrownBy(() -> commit("refused", tableName("other") + "/streams/Cix"))
        .isInstanceOf(InvalidArgumentException.class);
    assertThat(clients.rows("refused")).containsExactly("1");
  }

  @Test
  void allKindsShareATable() throws InterruptedException {
    createTable("mixed");
    String buffered = Streams.create(clients, "mixed", WriteStream.Type.BUFFERED);
    String committed = Streams.create(clients, "mixed", WriteStream.Type.COMMITTED);
    String pending = Streams.create(clients, "mixed", WriteStream.Type.PENDING);
    for (long i = 0; i < 20; i++) {
      append(buffered, i, row(100 + i));
      append(committed, i, row(200 + i));
      append(pending, i, row(300 + i));
      assertThat(Streams.flush(clients, buffered, i)).isEqualTo(i);
      assertThat(clients.rows("mixed")).hasSize((int) (2 * (i + 1)));
    }
    assertThat(clients.writes.finalizeWriteStream(pending).getRowCount()).isEqualTo(20);
    assertThat(commit("mixed", pending).hasCommitTime()).isTrue();

    assertThat(clients.rows("mixed")).hasSize(60).doesNotHaveDuplicates();
  }
}
