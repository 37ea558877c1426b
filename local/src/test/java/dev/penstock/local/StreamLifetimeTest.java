package dev.penstock.local;

import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static dev.penstock.local.Streams.at;
import static dev.penstock.local.Streams.flush;
import static dev.penstock.local.Streams.tableName;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.gax.rpc.NotFoundException;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.storage.v1.BatchCommitWriteStreamsRequest;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import dev.penstock.local.catalog.TableId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long created streams live: over restarts, and until nobody has used them for days. */
class StreamLifetimeTest {
  private static final DescriptorProto ID = schema("id:INT64");

  @TempDir private Path directory;

  private static LocalClients createTable(LocalClients clients) {
    clients.rest.create(DatasetInfo.of("d"));
    clients.createTable("t", Field.of("id", StandardSQLTypeName.INT64));
    return clients;
  }

  private static void append(LocalClients clients, String stream, long offset, long... ids)
      throws InterruptedException {
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(offset, request(stream, ID, row(ids[0]))));
      for (int i = 1; i < ids.length; i++) {
        connection.send(at(offset + i, request(null, null, row(ids[i]))));
      }
      for (int i = 0; i < ids.length; i++) {
        assertThat(connection.response().getAppendResult().getOffset().getValue())
            .isEqualTo(offset + i);
      }
    }
  }

  private static void assertEnd(LocalClients clients, String stream, long end)
      throws InterruptedException {
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(end - 1, request(stream, ID, row(99L))));
      assertThat(connection.response().getError().getMessage())
          .startsWith(
              "The offset is within stream, expected offset " + end + ", received " + (end - 1));
      connection.send(at(end + 1, request(null, null, row(99L))));
      assertThat(connection.response().getError().getMessage())
          .startsWith(
              "The offset is beyond stream, expected offset " + end + ", received " + (end + 1));
    }
  }

  @Test
  @Fact({"WA-033", "WA-082"})
  void aRestartKeepsStreamsAtTheirOffsets() throws IOException, InterruptedException {
    String committed;
    String pending;
    String buffered;
    String flushed;
    try (LocalClients clients = createTable(new LocalClients(LocalOptions.in(directory)))) {
      committed = Streams.create(clients, "t", WriteStream.Type.COMMITTED);
      pending = Streams.create(clients, "t", WriteStream.Type.PENDING);
      buffered = Streams.create(clients, "t", WriteStream.Type.BUFFERED);
      flushed = Streams.create(clients, "t", WriteStream.Type.BUFFERED);
      append(clients, committed, 0, 10, 11);
      append(clients, pending, 0, 20, 21);
      append(clients, buffered, 0, 30, 31);
      append(clients, flushed, 0, 40);
      assertThat(flush(clients, buffered, 0)).isZero();
      assertThat(flush(clients, flushed, 0)).isZero();
      assertThat(clients.writes.finalizeWriteStream(pending).getRowCount()).isEqualTo(2);
    }

    try (LocalClients clients = new LocalClients(LocalOptions.in(directory))) {
      assertThat(clients.rows("t")).containsExactly("10", "11", "30", "40");
      assertEnd(clients, committed, 2);
      assertEnd(clients, buffered, 2);
      assertEnd(clients, flushed, 1);
      append(clients, committed, 2, 12);
      append(clients, buffered, 2, 32);
      assertThat(flush(clients, buffered, 2)).isEqualTo(2);
      assertThat(clients.writes.finalizeWriteStream(pending).getRowCount()).isEqualTo(2);
      assertThat(
              clients
                  .writes
                  .batchCommitWriteStreams(
                      BatchCommitWriteStreamsRequest.newBuilder()
                          .setParent(tableName("t"))
                          .addWriteStreams(pending)
                          .build())
                  .hasCommitTime())
          .isTrue();
      assertThat(clients.rows("t"))
          .containsExactly("10", "11", "12", "20", "21", "30", "31", "32", "40");
    }
  }

  @Test
  @Fact({"WA-028", "WA-030"})
  void aStreamWithoutTrafficIsForgotten() throws IOException, InterruptedException {
    AtomicLong now = new AtomicLong(Instant.parse("2026-01-01T00:00:00Z").toEpochMilli());
    LocalOptions options = LocalOptions.inMemory().withClock(() -> Instant.ofEpochMilli(now.get()));
    try (LocalClients clients = createTable(new LocalClients(options))) {
      String committed = Streams.create(clients, "t", WriteStream.Type.COMMITTED);
      String pending = Streams.create(clients, "t", WriteStream.Type.PENDING);
      String buffered = Streams.create(clients, "t", WriteStream.Type.BUFFERED);
      now.addAndGet(Duration.ofDays(2).toMillis());
      assertThatThrownBy(() -> clients.writes.getWriteStream(pending))
          .isInstanceOf(NotFoundException.class);
      append(clients, buffered, 0, 1, 2);
      now.addAndGet(Duration.ofDays(6).toMillis());
      assertThat(flush(clients, buffered, 0)).isZero();
      assertThatThrownBy(() -> clients.writes.getWriteStream(committed))
          .isInstanceOf(NotFoundException.class);
      now.addAndGet(Duration.ofDays(8).toMillis());
      assertThatThrownBy(() -> flush(clients, buffered, 1)).isInstanceOf(NotFoundException.class);

      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () -> assertThat(clients.local.writeStreams(new TableId("p", "d", "t"))).isEmpty());
      assertThat(clients.rows("t")).containsExactly("1");
    }
  }
}
