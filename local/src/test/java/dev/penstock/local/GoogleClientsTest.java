package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.Exceptions.AppendSerializationError;
import com.google.cloud.bigquery.storage.v1.JsonStreamWriter;
import com.google.cloud.bigquery.storage.v1.ProtoRows;
import com.google.cloud.bigquery.storage.v1.ProtoSchema;
import com.google.cloud.bigquery.storage.v1.ProtoSchemaConverter;
import com.google.cloud.bigquery.storage.v1.ReadSession.TableModifiers;
import com.google.cloud.bigquery.storage.v1.StreamWriter;
import com.google.cloud.storage.Storage;
import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What Google's writers do by themselves. All tests of the tag {@code protocol} run with the
 * clients of two versions of libraries-bom: {@code local} has one, {@code client-compat} the other.
 */
@Tag("protocol")
class GoogleClientsTest {
  private static final Field ID = Field.of("id", StandardSQLTypeName.INT64);

  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static AppendRowsResponse append(JsonStreamWriter writer, JSONObject row)
      throws Exception {
    return writer.append(new JSONArray(List.of(row))).get();
  }

  private static JsonStreamWriter pooled(String table) throws Exception {
    return JsonStreamWriter.newBuilder(streamName(table), clients.writes)
        .setEnableConnectionPool(true)
        .build();
  }

  @Test
  void areOfTheBillOfMaterialsThatTheModuleNames() {
    Map<String, List<String>> versions =
        Map.of(
            "26.76.0", List.of("2.59.0", "3.21.0", "2.63.0"),
            "26.90.0", List.of("2.73.0", "3.35.0", "2.75.0"));

    assertThat(List.of(BigQuery.class, StreamWriter.class, Storage.class))
        .extracting(client -> client.getPackage().getImplementationVersion())
        .isEqualTo(versions.get(System.getProperty("penstock.test.libraries-bom", "26.90.0")));
  }

  @Test
  @Fact({"WA-162", "WA-169"})
  void jsonWriterTakesTheNewColumnThatAnAnswerTells() throws Exception {
    clients.createTable("evolves", ID);
    String table = "projects/p/datasets/d/tables/evolves";
    try (JsonStreamWriter writer = JsonStreamWriter.newBuilder(table, clients.writes).build()) {
      append(writer, new JSONObject().put("id", 1));
      clients.rest.update(
          TableInfo.of(
              TableId.of("d", "evolves"),
              StandardTableDefinition.of(
                  Schema.of(ID, Field.of("extra", StandardSQLTypeName.STRING)))));

      AppendRowsResponse told = append(writer, new JSONObject().put("id", 2));
      assertThat(told.getUpdatedSchema().getFieldsList())
          .extracting(field -> field.getName())
          .containsExactly("id", "extra");
      append(writer, new JSONObject().put("id", 3).put("extra", "new"));
    }

    assertThat(clients.rows("evolves")).containsExactly("1|null", "2|null", "3|new");
  }

  @Test
  @Fact({"WA-089", "WA-151"})
  void convertedMessagesMayHoldTimestamps() throws Exception {
    clients.createTable("at", Field.of("snapshot_time", StandardSQLTypeName.TIMESTAMP));
    ProtoSchema schema = ProtoSchemaConverter.convert(TableModifiers.getDescriptor());
    try (StreamWriter writer =
        StreamWriter.newBuilder(streamName("at"), clients.writes).setWriterSchema(schema).build()) {
      writer.append(rows(at(1))).get();
      assertThatThrownBy(() -> writer.append(rows(at(1), at(Long.MIN_VALUE))).get())
          .hasCauseInstanceOf(AppendSerializationError.class)
          .cause()
          .extracting(e -> ((AppendSerializationError) e).getRowIndexToErrorMessage().get(1))
          .isEqualTo(
              "Timestamp field value is out of range: -9223372036854775808 on field"
                  + " snapshot_time.");
    }

    assertThat(clients.rows("at")).containsExactly("1.0");
  }

  private static ByteString at(long seconds) {
    return TableModifiers.newBuilder()
        .setSnapshotTime(Timestamp.newBuilder().setSeconds(seconds))
        .build()
        .toByteString();
  }

  private static ProtoRows rows(ByteString... rows) {
    return ProtoRows.newBuilder().addAllSerializedRows(List.of(rows)).build();
  }

  @Test
  @Fact({"WA-044", "WA-012"})
  void writersOfAPoolShareAConnection() throws Exception {
    clients.createTable("pool_a", ID);
    clients.createTable("pool_b", ID, Field.of("b", StandardSQLTypeName.BOOL));
    try (JsonStreamWriter a = pooled("pool_a");
        JsonStreamWriter b = pooled("pool_b")) {
      for (int i = 0; i < 3; i++) {
        append(a, new JSONObject().put("id", i));
        append(b, new JSONObject().put("id", i).put("b", i == 1));
      }
    }

    assertThat(clients.rows("pool_a")).containsExactly("0", "1", "2");
    assertThat(clients.rows("pool_b")).containsExactly("0|false", "1|true", "2|false");
  }
}
