package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.Exceptions.AppendSerializationError;
import com.google.cloud.bigquery.storage.v1.JsonStreamWriter;
import com.google.cloud.bigquery.storage.v1.TableFieldSchema;
import com.google.cloud.bigquery.storage.v1.TableSchema;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.rows.ChangeRow;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** UPSERT and DELETE rows, sent by Google's JsonStreamWriter. */
@Tag("protocol")
class ChangeRowsTest {
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
    clients.createKeyedTable(
        name,
        List.of("id"),
        Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Field.Mode.REQUIRED).build(),
        Field.of("name", StandardSQLTypeName.STRING));
  }

  private static JsonStreamWriter writer(String table) throws Exception {
    TableSchema schema =
        TableSchema.newBuilder()
            .addFields(column("id", TableFieldSchema.Type.INT64))
            .addFields(column("name", TableFieldSchema.Type.STRING))
            .addFields(column("_CHANGE_TYPE", TableFieldSchema.Type.STRING))
            .addFields(column("_CHANGE_SEQUENCE_NUMBER", TableFieldSchema.Type.STRING))
            .build();
    return JsonStreamWriter.newBuilder(LocalClients.streamName(table), schema, clients.writes)
        .build();
  }

  private static TableFieldSchema column(String name, TableFieldSchema.Type type) {
    return TableFieldSchema.newBuilder()
        .setName(name)
        .setType(type)
        .setMode(TableFieldSchema.Mode.NULLABLE)
        .build();
  }

  private static AppendRowsResponse append(JsonStreamWriter writer, JSONObject... rows)
      throws Exception {
    return writer.append(new JSONArray(List.of(rows))).get();
  }

  private static JSONObject change(String type, String sequence, long id, String name) {
    JSONObject row = new JSONObject().put("_CHANGE_TYPE", type).put("id", id);
    if (!sequence.isEmpty()) {
      row.put("_CHANGE_SEQUENCE_NUMBER", sequence);
    }
    return name.isEmpty() ? row : row.put("name", name);
  }

  @Test
  @Fact({"CDC-024", "CDC-026", "CDC-037", "WA-122", "CDC-004", "CDC-006"})
  void higherSequenceWinsWhateverItsArrival() throws Exception {
    createTable("order");
    try (JsonStreamWriter writer = writer("order")) {
      append(writer, change("UPSERT", "FFF/B", 1, "old"));
      append(writer, change("UPSERT", "FFF/ABC", 1, "new"));
      append(writer, change("UPSERT", "ABC", 1, "late"));
      append(writer, change("UPSERT", "7b", 2, "b"), change("UPSERT", "77", 2, "a"));
    }

    assertThat(clients.rows("order")).containsExactly("1|new", "2|b");
    assertThat(clients.local.changeLog(new TableId("p", "d", "order")))
        .startsWith(new ChangeRow("UPSERT", "FFF/B"), new ChangeRow("UPSERT", "FFF/ABC"));
  }

  @Test
  @Fact({"CDC-032", "CDC-033", "CDC-034"})
  void anOlderUpsertStaysDeletedAfterTheLogIsApplied() throws Exception {
    createTable("dead");
    try (JsonStreamWriter writer = writer("dead")) {
      append(writer, change("UPSERT", "1", 1, "a"), change("UPSERT", "1", 2, "b"));
      append(writer, change("DELETE", "5", 1, ""));
      assertThat(clients.rows("dead")).containsExactly("2|b");

      clients.local.applyChanges(new TableId("p", "d", "dead"));
      append(writer, change("UPSERT", "4", 1, "late"), change("UPSERT", "0", 2, "older"));
      assertThat(clients.rows("dead")).containsExactly("2|b");

      append(writer, change("UPSERT", "6", 1, "again"));
      assertThat(clients.rows("dead")).containsExactly("1|again", "2|b");
      clients.local.applyChanges(new TableId("p", "d", "dead"));
      assertThat(clients.rows("dead")).containsExactly("1|again", "2|b");
    }
  }

  @Test
  @Fact({"CDC-027", "CDC-028"})
  void laterArrivalWinsWithoutOrWithEqualSequence() throws Exception {
    createTable("arrival");
    try (JsonStreamWriter writer = writer("arrival")) {
      append(writer, change("UPSERT", "", 1, "a"));
      append(writer, change("UPSERT", "", 1, "b"));
      append(writer, change("UPSERT", "A", 2, "a"));
      append(writer, change("UPSERT", "0a", 2, "b"));
    }

    assertThat(clients.rows("arrival")).containsExactly("1|b", "2|b");
  }

  @Test
  @Fact({"CDC-023", "CDC-031", "WA-085"})
  void refusesAMalformedSequenceAndStoresNoRowOfItsRequest() throws Exception {
    createTable("malformed");
    try (JsonStreamWriter writer = writer("malformed")) {
      assertThatThrownBy(
              () ->
                  append(
                      writer,
                      change("UPSERT", "1", 1, "a"),
                      change("UPSERT", "1//2", 2, "b"),
                      change("UPSERT", "11111111111111111", 3, "c"),
                      change("UPSERT", "1/2/3/4/5", 4, "d"),
                      change("UPSERT", "-1", 5, "e")))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOfSatisfying(
              AppendSerializationError.class,
              e -> assertThat(e.getRowIndexToErrorMessage()).containsOnlyKeys(1, 2, 3, 4));
    }

    assertThat(clients.rows("malformed")).isEmpty();
  }

  @Test
  @Fact("CDC-008")
  void refusesPlainRowsOnAConnectionOfChanges() throws Exception {
    createTable("mixed");
    try (JsonStreamWriter writer = writer("mixed")) {
      append(writer, change("UPSERT", "1", 1, "a"));
      assertThatThrownBy(() -> append(writer, new JSONObject().put("id", 2).put("name", "b")))
          .cause()
          .isInstanceOfSatisfying(
              AppendSerializationError.class,
              e ->
                  assertThat(e.getRowIndexToErrorMessage())
                      .containsEntry(0, "The given value is not a valid CHANGE_TYPE"));
    }
  }

  @Test
  @Fact("CDC-008")
  void refusesPlainRowsOfAnotherTableOnAConnectionOfChanges() throws InterruptedException {
    createTable("mux_changes");
    createTable("mux_plain");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(
          RawConnection.request(
              LocalClients.streamName("mux_changes"),
              RawConnection.schema("id:INT64", "_CHANGE_TYPE:STRING"),
              RawConnection.row(1L, "UPSERT")));
      connection.send(
          RawConnection.request(
              LocalClients.streamName("mux_plain"),
              RawConnection.schema("id:INT64"),
              RawConnection.row(2L)));
      assertThat(connection.response().hasAppendResult()).isTrue();
      assertThat(connection.response().getRowErrors(0).getMessage())
          .isEqualTo("The given value is not a valid CHANGE_TYPE");
    }

    assertThat(clients.rows("mux_plain")).isEmpty();
  }

  @Test
  @Fact({"CDC-003", "CDC-022"})
  void refusesAnUpsertWithoutPrimaryKey() throws Exception {
    clients.createTable(
        "keyless",
        Field.of("id", StandardSQLTypeName.INT64),
        Field.of("name", StandardSQLTypeName.STRING));
    try (JsonStreamWriter writer = writer("keyless")) {
      assertThatThrownBy(() -> append(writer, change("UPSERT", "1", 1, "a")))
          .cause()
          .isInstanceOf(AppendSerializationError.class)
          .hasMessageContaining("INVALID_ARGUMENT");
    }
  }

  @Test
  @Fact({"CDC-007", "CDC-010", "CDC-018"})
  void insertsAreAppendedAsPlainRows() throws Exception {
    createTable("inserts");
    try (JsonStreamWriter writer = writer("inserts")) {
      append(writer, change("INSERT", "", 1, "a"), change("INSERT", "", 1, "b"));
    }

    assertThat(clients.rows("inserts")).containsExactly("1|a", "1|b");
  }

  @Test
  @Fact({"CDC-012", "CDC-013"})
  void aDeleteWithoutRequiredColumnsIsRefusedUnlessTheServerIsLenient()
      throws IOException, InterruptedException {
    for (boolean lenient : new boolean[] {false, true}) {
      LocalOptions options = LocalOptions.inMemory();
      try (LocalClients own = new LocalClients(lenient ? options.withLenientDeletes() : options)) {
        own.rest.create(DatasetInfo.of("d"));
        own.createKeyedTable(
            "strict",
            List.of("id"),
            Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Field.Mode.REQUIRED).build(),
            Field.newBuilder("name", StandardSQLTypeName.STRING)
                .setMode(Field.Mode.REQUIRED)
                .build());
        try (RawConnection connection = new RawConnection(own.local)) {
          connection.send(
              RawConnection.request(
                  LocalClients.streamName("strict"),
                  RawConnection.schema("id:INT64", "name:STRING", "_change_type:STRING"),
                  RawConnection.row(1L, "a", "UPSERT"),
                  RawConnection.row(2L, "b", "UPSERT")));
          assertThat(connection.response().hasAppendResult()).isTrue();
          connection.send(RawConnection.request(null, null, RawConnection.row(1L, null, "DELETE")));
          assertThat(connection.response().hasAppendResult()).isEqualTo(lenient);
        }
        assertThat(own.rows("strict")).contains("2|b").hasSize(lenient ? 1 : 2);
      }
    }
  }
}
