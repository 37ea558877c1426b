package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests of several connections and tables that wait together. */
class GroupCommitTest {
  @Test
  void answersEachConnectionInOrderAndStoresEveryRowOnce()
      throws IOException, InterruptedException {
    try (LocalClients clients = LocalClients.inMemory()) {
      for (int t = 0; t < 4; t++) {
        clients.createTable("t" + t, Field.of("id", StandardSQLTypeName.INT64));
      }
      List<RawConnection> connections = new ArrayList<>();
      for (int c = 0; c < 8; c++) {
        RawConnection connection = new RawConnection(clients.local);
        connections.add(connection);
        connection.send(request(streamName("t" + c % 4), schema("id:INT64"), tenRows(c, 0)));
        for (int i = 1; i < 50; i++) {
          connection.send(request(null, null, tenRows(c, i)));
        }
        connection.halfClose();
      }
      for (RawConnection connection : connections) {
        for (int i = 0; i < 50; i++) {
          assertThat(connection.response().hasAppendResult()).isTrue();
        }
        assertThat(connection.next()).isEqualTo("completed");
        connection.close();
      }

      for (int t = 0; t < 4; t++) {
        assertThat(clients.rows("t" + t)).hasSize(1000).doesNotHaveDuplicates();
      }
    }
  }

  private static ByteString[] tenRows(int connection, int request) {
    ByteString[] rows = new ByteString[10];
    for (int i = 0; i < 10; i++) {
      rows[i] = row(connection * 1_000_000L + request * 10L + i);
    }
    return rows;
  }
}
