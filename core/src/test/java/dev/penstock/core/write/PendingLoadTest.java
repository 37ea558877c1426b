package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.append.Reply;
import dev.penstock.core.append.ScriptedWriteServer;
import dev.penstock.core.append.TextRow;
import dev.penstock.core.append.UnaryScript;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.load.ListCursor;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.ScriptedTables;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.time.Time;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a load by a pending stream does about a service that keeps other rows than it was sent. */
class PendingLoadTest {
  private final ScriptedWriteServer server = ScriptedWriteServer.start();
  private final ScriptedTables tables = ScriptedTables.start();
  private final BigQueryConnection connection =
      BigQueryConnection.open(
          new Endpoint.Emulator(tables.uri(), server.target()), "p", "penstock-test/1");

  @BeforeEach
  void createTable() {
    new TableAdmin(connection, Time.SYSTEM)
        .ensure(
            new Destination("p", "d", "t"),
            BufferedFixture.POLICY,
            List.of(
                Column.nullable("id", ColumnType.INT64),
                Column.nullable("name", ColumnType.STRING)),
            false);
  }

  @AfterEach
  void close() {
    connection.close();
    server.close();
    tables.close();
  }

  private PendingLoad open() {
    return PendingLoad.open(
        connection,
        new Destination("p", "d", "t"),
        WriterOptions.defaults(false, "penstock:test"),
        Time.SYSTEM);
  }

  private static List<TextRow> rows(int count) {
    return LongStream.rangeClosed(1, count).mapToObj(id -> new TextRow(id, "row " + id)).toList();
  }

  @Test
  void commitsNothingWhenTheStreamHoldsFewerRows() {
    server.scriptCalls(
        call -> {
          if (call.method().equals("FinalizeWriteStream")) {
            server.streams().truncate(server.streams().names().get(0), 9);
          }
          return UnaryScript.CallReply.answer();
        });
    try (PendingLoad load = open()) {
      ListCursor.appendAll(load, WriterFixture.ROWS, rows(10));

      assertThatThrownBy(load::finish)
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STREAM_UNUSABLE))
          .hasMessage(
              "Stream projects/p/datasets/d/tables/t/streams/s1 holds 9 rows although 10 were"
                  + " written, so it is not committed and nothing is stored. Load again.");
    }
    assertThat(server.calls()).noneMatch(call -> call.startsWith("BatchCommit"));
  }

  @Test
  void namesTheNumberOfARowThatTheServiceRefuses() {
    server.script(
        request ->
            Reply.refuseRows(
                List.of(6),
                "Field name: STRING(3) has maximum length 3 but got a value with length 5 on"
                    + " field name."));
    try (PendingLoad load = open()) {
      ListCursor.appendAll(load, WriterFixture.ROWS, rows(10));

      assertThatThrownBy(load::finish)
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ROW_INVALID))
          .hasMessage(
              "Loading p.d.t failed at row 7 of the load: The service refuses the row for column"
                  + " 'name': Field name: STRING(3) has maximum length 3 but got a value with"
                  + " length 5 on field name.");
    }
  }

  @Test
  void refusesOptionsOfOtherStreams() {
    assertThatThrownBy(
            () ->
                PendingLoad.open(
                    connection,
                    new Destination("p", "d", "t"),
                    WriterOptions.defaults(true, "penstock:test"),
                    Time.SYSTEM))
        .hasMessage("change: true (expected: false, only default streams can do that)");
  }
}
