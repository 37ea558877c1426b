package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.gax.rpc.ApiException;
import com.google.api.gax.rpc.StatusCode;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.service.ReadOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** Read sessions on tables that take UPSERT and DELETE rows. */
class ReadChangesTest {
  private static LocalClients clients(ReadOptions options) throws IOException {
    LocalClients clients = new LocalClients(LocalOptions.inMemory().withReads(options));
    clients.rest.create(DatasetInfo.of("d"));
    clients.createKeyedTable(
        "t",
        List.of("id"),
        Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Field.Mode.REQUIRED).build(),
        Field.of("name", StandardSQLTypeName.STRING));
    return clients;
  }

  private static void change(LocalClients clients, String type, long id, String name)
      throws InterruptedException {
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(
          RawConnection.request(
              LocalClients.streamName("t"),
              RawConnection.schema("id:INT64", "name:STRING", "_CHANGE_TYPE:STRING"),
              RawConnection.row(id, name, type)));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
  }

  private static List<String> texts(TableReads reads, ReadSession session) throws IOException {
    List<String> texts = new ArrayList<>();
    for (GenericRecord row : reads.rows(session)) {
      texts.add(row.get("id") + "|" + row.get("name"));
    }
    texts.sort(null);
    return texts;
  }

  @Test
  @Fact({"RA-011", "CDC-037", "CDC-049"})
  void mergesChangesAsAQueryDoes() throws IOException, InterruptedException {
    try (LocalClients clients = clients(ReadOptions.defaults());
        TableReads reads = new TableReads(clients.local)) {
      change(clients, "UPSERT", 1, "a");
      change(clients, "UPSERT", 2, "b");
      clients.local.applyChanges(new TableId("p", "d", "t"));
      change(clients, "UPSERT", 1, "c");
      change(clients, "DELETE", 2, "");
      change(clients, "UPSERT", 3, "d");
      ReadSession session = reads.create("t");
      change(clients, "DELETE", 1, "");

      assertThat(texts(reads, session)).containsExactly("1|c", "3|d");
      assertThat(texts(reads, reads.create("t"))).isEqualTo(clients.rows("t"));
    }
  }

  @Test
  @Fact({"CDC-054", "CDC-055"})
  void refusesUnappliedChangesIfAsked() throws IOException, InterruptedException {
    try (LocalClients clients = clients(ReadOptions.defaults().withUnappliedRefused());
        TableReads reads = new TableReads(clients.local)) {
      change(clients, "UPSERT", 1, "a");

      assertThatThrownBy(() -> reads.create("t"))
          .isInstanceOfSatisfying(
              ApiException.class,
              e -> {
                assertThat(e.getStatusCode().getCode()).isEqualTo(StatusCode.Code.INVALID_ARGUMENT);
                assertThat(e.getMessage())
                    .contains(
                        "request failed: The table has un-applied upsert data that is not fresh"
                            + " enough to meet table's max_staleness.");
              });
      clients.local.applyChanges(new TableId("p", "d", "t"));
      assertThat(texts(reads, reads.create("t"))).containsExactly("1|a");
    }
  }
}
