package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static dev.penstock.local.Streams.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Starting and stopping a server. */
class LifecycleTest {
  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("penstock-"))
        .toList();
  }

  @Test
  void leavesNoThreadBehindAndClosesTwice() {
    List<String> before = threads();
    LocalBigQuery local = LocalBigQuery.start(LocalOptions.inMemory());
    assertThat(threads()).hasSizeGreaterThan(before.size());

    local.close();
    local.close();

    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(threads()).hasSizeLessThanOrEqualTo(before.size()));
  }

  @Test
  void namesThePortThatItCannotHave() {
    try (LocalBigQuery first = LocalBigQuery.start(LocalOptions.inMemory())) {
      int taken = URI.create(first.restUrl()).getPort();

      assertThatThrownBy(() -> LocalBigQuery.start(LocalOptions.inMemory().withPorts(taken, 0)))
          .isInstanceOf(LocalOptionException.class)
          .hasMessage(
              "restPort: "
                  + taken
                  + " on 127.0.0.1 cannot be opened (expected: a free port, or 0 for any)");
    }
  }

  @Test
  void namesAPortThatIsNone() {
    assertThatThrownBy(() -> LocalOptions.inMemory().withPorts(99_999, 0))
        .isInstanceOf(LocalOptionException.class)
        .hasMessage("restPort: 99999 (expected: 1..65535, or 0 for any free port)");
    assertThatThrownBy(() -> LocalOptions.inMemory().withPorts(0, -1))
        .hasMessage("grpcPort: -1 (expected: 1..65535, or 0 for any free port)");
    assertThatThrownBy(() -> LocalOptions.inMemory().withPorts(9950, 9950))
        .hasMessage(
            "grpcPort: 9950 is the REST port too (expected: another one, or 0 for any free port)");
  }

  @Test
  void blamesTheHostAndNotThePort() {
    assertThatThrownBy(
            () -> LocalBigQuery.start(LocalOptions.inMemory().withHost("nosuch.invalid")))
        .hasMessage(
            "host: nosuch.invalid is not known (expected: an address of this machine, such as"
                + " 127.0.0.1 or 0.0.0.0)");
    assertThatThrownBy(() -> LocalBigQuery.start(LocalOptions.inMemory().withHost("192.0.2.1")))
        .hasMessage(
            "host: 192.0.2.1 is no address of this machine (expected: an address of this machine,"
                + " such as 127.0.0.1 or 0.0.0.0)");
  }

  @Test
  void acknowledgesWithoutStoringInAckOnlyMode() throws IOException, InterruptedException {
    try (LocalClients clients = new LocalClients(LocalOptions.inMemory().withAckOnly())) {
      clients.rest.create(DatasetInfo.of("d"));
      clients.createTable("t", Field.of("id", StandardSQLTypeName.INT64));
      try (RawConnection connection = new RawConnection(clients.local)) {
        connection.send(request(streamName("t"), schema("id:INT64"), row(1L)));
        connection.send(request(null, null, row(2L)));
        assertThat(connection.response().getWriteStream()).isEqualTo(streamName("t"));
        assertThat(connection.response().hasAppendResult()).isTrue();
        connection.halfClose();
        assertThat(connection.next()).isEqualTo("completed");
      }

      assertThat(clients.rows("t")).isEmpty();
      assertThat(clients.rest.getTable(TableId.of("d", "t"))).isNotNull();
    }
  }

  @Test
  void tellsTheOffsetsItWasGivenInAckOnlyMode() throws IOException, InterruptedException {
    try (LocalClients clients = new LocalClients(LocalOptions.inMemory().withAckOnly())) {
      clients.rest.create(DatasetInfo.of("d"));
      clients.createTable("t", Field.of("id", StandardSQLTypeName.INT64));
      String stream = Streams.create(clients, "t", WriteStream.Type.BUFFERED);
      try (RawConnection connection = new RawConnection(clients.local)) {
        connection.send(at(0, request(stream, schema("id:INT64"), row(1L), row(2L))));
        connection.send(at(2, request(null, null, row(3L))));
        for (long offset : new long[] {0, 2}) {
          AppendRowsResponse answer = connection.response();
          assertThat(answer.getWriteStream()).isEqualTo(stream);
          assertThat(answer.getAppendResult().getOffset().getValue()).isEqualTo(offset);
        }
      }

      assertThat(Streams.flush(clients, stream, 2)).isEqualTo(2);
      assertThat(clients.rows("t")).isEmpty();
    }
  }
}
