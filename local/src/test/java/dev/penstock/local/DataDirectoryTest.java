package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a data directory keeps, and who may have it. */
class DataDirectoryTest {
  private static final DescriptorProto SCHEMA =
      schema("id:INT64", "name:STRING", "_CHANGE_TYPE:STRING", "_CHANGE_SEQUENCE_NUMBER:STRING");

  @TempDir private Path directory;

  @Test
  void keepsTablesRowsLogsAndTombstones() throws IOException, InterruptedException {
    try (LocalClients clients = new LocalClients(LocalOptions.in(directory))) {
      clients.rest.create(DatasetInfo.newBuilder("d").setLocation("EU").build());
      clients.createKeyedTable(
          "t",
          List.of("id"),
          Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Field.Mode.REQUIRED).build(),
          Field.of("name", StandardSQLTypeName.STRING));
      try (RawConnection connection = new RawConnection(clients.local)) {
        connection.send(
            request(
                streamName("t"),
                SCHEMA,
                row(1L, "a", "UPSERT", "1"),
                row(2L, "b", "UPSERT", "1"),
                row(3L, "c", "UPSERT", "1"),
                row(1L, null, "DELETE", "9")));
        connection.response();
        clients.local.applyChanges(new dev.penstock.local.catalog.TableId("p", "d", "t"));
        connection.send(request(streamName("t"), null, row(2L, "later", "UPSERT", "2")));
        connection.response();
      }
    }

    try (LocalClients clients = new LocalClients(LocalOptions.in(directory))) {
      assertThat(clients.rest.getDataset("d").getLocation()).isEqualTo("EU");
      StandardTableDefinition table = clients.rest.getTable(TableId.of("d", "t")).getDefinition();
      assertThat(table.getTableConstraints().getPrimaryKey().getColumns()).containsExactly("id");
      assertThat(clients.rows("t")).containsExactly("2|later", "3|c");
      try (RawConnection connection = new RawConnection(clients.local)) {
        connection.send(
            request(
                streamName("t"),
                SCHEMA,
                row(1L, "late", "UPSERT", "5"),
                row(2L, "late", "UPSERT", "1")));
        connection.response();
      }
      assertThat(clients.rows("t")).containsExactly("2|later", "3|c");
    }
  }

  @Test
  void namesItsPortsOnceAnnouncedAndLetsNobodyElseIn() throws IOException {
    Path server = Files.writeString(directory.resolve("server.json"), "of a killed process");
    Files.writeString(directory.resolve("FORMAT"), "1\n");
    try (LocalBigQuery first = LocalBigQuery.start(LocalOptions.in(directory))) {
      assertThat(server).doesNotExist();
      first.announce();
      assertThat(Files.readString(server))
          .startsWith("{\"pid\":" + ProcessHandle.current().pid() + ",\"host\":\"127.0.0.1\",")
          .contains("\"restPort\":" + first.restUrl().replaceAll(".*:", ""))
          .contains("\"grpcPort\":" + first.grpcTarget().replaceAll(".*:", ""));
      assertThatThrownBy(() -> LocalBigQuery.start(LocalOptions.in(directory)))
          .isInstanceOf(LocalOptionException.class)
          .hasMessageStartingWith("dataDirectory: " + directory.toRealPath())
          .hasMessageContaining(
              "is in use by another local BigQuery, process " + ProcessHandle.current().pid());
    }

    assertThat(server).doesNotExist();
  }

  @Test
  void theClockNeverGoesBack() throws IOException {
    Instant before = Instant.parse("2026-01-01T00:00:00Z");
    LocalOptions options = LocalOptions.in(directory).withClock(InstantSource.fixed(before));
    try (LocalBigQuery first = LocalBigQuery.start(options)) {
      first.advanceClock(Duration.ofDays(2));
      assertThat(directory.resolve("clock")).hasContent("PT48H");
      first.advanceClock(Duration.ofDays(1));
    }
    try (LocalBigQuery second = LocalBigQuery.start(options)) {
      assertThat(second.now()).isEqualTo(Instant.parse("2026-01-04T00:00:00Z"));
      second.advanceClock(Duration.ofDays(1));
    }

    Files.writeString(directory.resolve("clock"), "much\n");
    assertThatThrownBy(() -> LocalBigQuery.start(options))
        .isInstanceOf(LocalOptionException.class)
        .hasMessageContaining("clock: much (expected: how far the clock was put forward, such as");
  }

  @Test
  void refusesANewerFormat() throws IOException {
    Files.writeString(directory.resolve("FORMAT"), "2\n");

    assertThatThrownBy(() -> LocalBigQuery.start(LocalOptions.in(directory)))
        .hasMessageContaining("has format 2 (expected: format 1;");
  }

  @Test
  void refusesADirectoryOfSomebodyElseAndLeavesItAlone() throws IOException {
    Files.writeString(directory.resolve("thesis.txt"), "x");

    assertThatThrownBy(() -> LocalBigQuery.start(LocalOptions.in(directory)))
        .isInstanceOf(LocalOptionException.class)
        .hasMessage(
            "dataDirectory: "
                + directory.toRealPath()
                + " holds other files (expected: a new or empty directory, or one of a local"
                + " BigQuery; choose another directory, or empty this one)");
    try (Stream<Path> entries = Files.list(directory)) {
      assertThat(entries).containsExactly(directory.resolve("thesis.txt"));
    }
  }

  @Test
  void refusesAFile() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");

    assertThatThrownBy(() -> LocalBigQuery.start(LocalOptions.in(file)))
        .hasMessage(
            "dataDirectory: "
                + file
                + " leads over a file (expected: a new or empty directory, or one of a local"
                + " BigQuery; choose another path)");
  }
}
