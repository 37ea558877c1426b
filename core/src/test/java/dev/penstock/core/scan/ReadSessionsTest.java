package dev.penstock.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import com.google.cloud.bigquery.storage.v1.DataFormat;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.FakeTime;
import io.grpc.Status;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a session request says, and when it is made again. */
@Timeout(30)
final class ReadSessionsTest {
  private static final Destination TABLE = new Destination("p", "d", "t");

  private final FakeReadServer server = new FakeReadServer(0);
  private final FakeTime time = new FakeTime();
  private final BigQueryConnection connection =
      BigQueryConnection.open(
          new Endpoint.Emulator(URI.create("http://127.0.0.1:9"), "127.0.0.1:" + server.port()),
          "p",
          "test");
  private final ReadSessions sessions = new ReadSessions(connection, time);

  @AfterEach
  void close() {
    connection.close();
    server.close();
  }

  @Test
  void asksForAvroOfTheWholeTableByDefault() {
    ReadSession session = sessions.open(ReadRequest.of(TABLE));

    assertThat(session)
        .isEqualTo(
            new ReadSession(
                "projects/p/locations/us/sessions/s",
                List.of(FakeReadServer.STREAM),
                FakeReadServer.SCHEMA,
                Instant.parse("2026-01-01T06:00:00Z")));
    CreateReadSessionRequest request = server.sessions().get(0);
    assertThat(request.getParent()).isEqualTo("projects/p");
    assertThat(request.getMaxStreamCount()).isZero();
    assertThat(request.getPreferredMinStreamCount()).isZero();
    assertThat(request.getReadSession().getTable()).isEqualTo("projects/p/datasets/d/tables/t");
    assertThat(request.getReadSession().getDataFormat()).isEqualTo(DataFormat.AVRO);
    assertThat(request.getReadSession().hasTableModifiers()).isFalse();
    assertThat(request.getReadSession().getReadOptions().getRowRestriction()).isEmpty();
  }

  @Test
  void sendsEveryWish() {
    sessions.open(
        new ReadRequest(
            "payer",
            TABLE,
            List.of("a", "s.b"),
            "a > 1",
            Instant.parse("2025-12-31T00:00:00.000000001Z"),
            8,
            4));

    CreateReadSessionRequest request = server.sessions().get(0);
    assertThat(request.getParent()).isEqualTo("projects/payer");
    assertThat(request.getMaxStreamCount()).isEqualTo(8);
    assertThat(request.getPreferredMinStreamCount()).isEqualTo(4);
    assertThat(request.getReadSession().getReadOptions().getSelectedFieldsList())
        .containsExactly("a", "s.b");
    assertThat(request.getReadSession().getReadOptions().getRowRestriction()).isEqualTo("a > 1");
    var snapshot = request.getReadSession().getTableModifiers().getSnapshotTime();
    assertThat(snapshot.getSeconds()).isEqualTo(1_767_139_200);
    assertThat(snapshot.getNanos()).isEqualTo(1);
  }

  @Test
  void triesAgainWhileTheServiceIsUnavailable() {
    server.refuseSession(Status.UNAVAILABLE).refuseSession(Status.DEADLINE_EXCEEDED);

    assertThat(sessions.open(ReadRequest.of(TABLE)).streams()).hasSize(1);
    assertThat(server.sessions()).hasSize(3);
    // 100 ms and 130 ms, spread by a quarter.
    assertThat(time.sleptMillis()).isBetween(172L, 288L);
  }

  @Test
  void givesUpAfterTenMinutes() {
    for (int i = 0; i < 100; i++) {
      server.refuseSession(Status.UNAVAILABLE.withDescription("down"));
    }
    assertThatThrownBy(() -> sessions.open(ReadRequest.of(TABLE)))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
        .hasMessageMatching(
            "Making a read session of p\\.d\\.t failed: UNAVAILABLE: down, after \\d+ attempts in"
                + " [56]\\d\\d s\\. Check that BigQuery can be reached, or try later\\.");
    assertThat(time.sleptMillis()).isBetween(525_000L, 600_000L);
  }

  @Test
  void tellsWhyAViewIsRefused() {
    server.refuseSession(
        Status.INVALID_ARGUMENT.withDescription(
            "request failed: non-table entities cannot be read with the storage API"));

    assertThatThrownBy(() -> sessions.open(ReadRequest.of(TABLE)))
        .hasMessage(
            "Making a read session of p.d.t failed: INVALID_ARGUMENT: request failed: non-table"
                + " entities cannot be read with the storage API. Check selected fields, row"
                + " restriction and snapshot time; only tables can be read, no views.");
    assertThat(server.sessions()).hasSize(1);
  }

  @Test
  void tellsThatATableMayBeAbsent() {
    server.refuseSession(
        Status.NOT_FOUND.withDescription("request failed: Not found: Table p:d.t"));

    assertThatThrownBy(() -> sessions.open(ReadRequest.of(TABLE)))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND));
  }

  @Test
  void refusesMoreWantedStreamsThanAllowed() {
    assertThatThrownBy(() -> new ReadRequest("p", TABLE, List.of(), null, null, 2, 3))
        .hasMessage("preferredMinStreamCount: 3 (expected: at most maxStreamCount, 2)");
    assertThatThrownBy(() -> new ReadRequest("p", TABLE, List.of(), null, null, -1, 0))
        .hasMessage("maxStreamCount: -1 (expected: at least 0)");
  }
}
