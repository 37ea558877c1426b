package dev.penstock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.PrimaryKey;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableConstraints;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteClient;
import com.google.cloud.bigquery.storage.v1.JsonStreamWriter;
import com.google.cloud.bigquery.storage.v1.TableFieldSchema;
import com.google.cloud.bigquery.storage.v1.TableSchema;
import com.google.protobuf.ByteString;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.testkit.tap.AppendTap;
import dev.penstock.testkit.tap.AppendedRow;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LocalBigQueryExtensionIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("shop");

  @Test
  void startsWithItsDatasetsAndNoTables() {
    assertThat(BIGQUERY.client().getDataset("shop")).isNotNull();
    assertThat(BIGQUERY.tables(BIGQUERY.createDataset("empty"))).isEmpty();
  }

  @Test
  void dumpsWhatTheServerHolds() {
    create("dumped", Field.of("i", StandardSQLTypeName.INT64));
    assertThat(BIGQUERY.dump())
        .contains("\"table\":\"penstock-test.shop.dumped\"", "\"rows\":0", "\"jobs\":[");
  }

  @Test
  void namesATableThatDoesNotExist() {
    assertThatThrownBy(() -> BIGQUERY.table("shop", "nope").rows())
        .hasMessage(
            "Table penstock-test.shop.nope does not exist. Create it before it is read, or correct"
                + " its name.");
  }

  @Test
  void readsEveryTypeInItsJavaType() throws Exception {
    create(
        "every_type",
        Field.of("i", StandardSQLTypeName.INT64),
        Field.of("f", StandardSQLTypeName.FLOAT64),
        Field.of("b", StandardSQLTypeName.BOOL),
        Field.of("s", StandardSQLTypeName.STRING),
        Field.of("n", StandardSQLTypeName.NUMERIC),
        Field.of("y", StandardSQLTypeName.BYTES),
        Field.of("d", StandardSQLTypeName.DATE),
        Field.of("t", StandardSQLTypeName.TIME),
        Field.of("w", StandardSQLTypeName.DATETIME),
        Field.of("a", StandardSQLTypeName.TIMESTAMP),
        Field.newBuilder("l", StandardSQLTypeName.STRING).setMode(Field.Mode.REPEATED).build(),
        Field.of("o", StandardSQLTypeName.STRUCT, Field.of("x", StandardSQLTypeName.INT64)),
        Field.of("z", StandardSQLTypeName.STRING));
    JSONObject row =
        new JSONObject()
            .put("i", 1)
            .put("f", 1.5)
            .put("b", true)
            .put("s", "é")
            .put("n", "-12.34")
            .put("y", new JSONArray(new byte[] {0, -1}))
            .put("d", "1990-02-28")
            .put("t", "08:30:00.000001")
            .put("w", "2024-03-10 12:00:00.123456")
            .put("a", "1969-12-31 23:59:59.999999+00")
            .put("l", new JSONArray(List.of("a", "")))
            .put("o", new JSONObject().put("x", 7));
    try (BigQueryWriteClient client = BigQueryWriteClient.create(BIGQUERY.writeSettings());
        JsonStreamWriter writer =
            JsonStreamWriter.newBuilder(stream("every_type"), client).build()) {
      writer.append(new JSONArray(List.of(row))).get();
    }

    assertThat(BIGQUERY.table("shop", "every_type").rows())
        .singleElement()
        .satisfies(
            read ->
                assertThat(read)
                    .containsEntry("i", 1L)
                    .containsEntry("f", 1.5)
                    .containsEntry("b", true)
                    .containsEntry("s", "é")
                    .containsEntry("n", new BigDecimal("-12.34"))
                    .containsEntry("y", ByteString.copyFrom(new byte[] {0, -1}))
                    .containsEntry("d", LocalDate.of(1990, 2, 28))
                    .containsEntry("t", LocalTime.of(8, 30, 0, 1_000))
                    .containsEntry("w", LocalDateTime.of(2024, 3, 10, 12, 0, 0, 123_456_000))
                    .containsEntry("a", Instant.parse("1969-12-31T23:59:59.999999Z"))
                    .containsEntry("l", List.of("a", ""))
                    .containsEntry("o", Map.of("x", 7L))
                    .containsEntry("z", null));
  }

  @Test
  void aTapShowsChangesAsTheyWereSent() throws Exception {
    BIGQUERY
        .client()
        .create(
            TableInfo.of(
                TableId.of("shop", "keyed"),
                StandardTableDefinition.newBuilder()
                    .setSchema(
                        Schema.of(
                            Field.newBuilder("id", StandardSQLTypeName.INT64)
                                .setMode(Field.Mode.REQUIRED)
                                .build()))
                    .setTableConstraints(
                        TableConstraints.newBuilder()
                            .setPrimaryKey(
                                PrimaryKey.newBuilder().setColumns(List.of("id")).build())
                            .build())
                    .build()));
    TableSchema changes =
        TableSchema.newBuilder()
            .addFields(field("id", TableFieldSchema.Type.INT64))
            .addFields(field("_CHANGE_TYPE", TableFieldSchema.Type.STRING))
            .addFields(field("_CHANGE_SEQUENCE_NUMBER", TableFieldSchema.Type.STRING))
            .build();
    JSONObject row =
        new JSONObject()
            .put("id", 1)
            .put("_CHANGE_TYPE", "UPSERT")
            .put("_CHANGE_SEQUENCE_NUMBER", "a/1");
    try (AppendTap tap = AppendTap.start(BIGQUERY.grpcTarget());
        BigQueryWriteClient client =
            BigQueryWriteClient.create(BIGQUERY.writeSettings(tap.target()));
        JsonStreamWriter writer =
            JsonStreamWriter.newBuilder(stream("keyed"), changes, client).build()) {
      writer.append(new JSONArray(List.of(row))).get();

      assertThat(tap.takeRows())
          .containsExactly(new AppendedRow("keyed", "UPSERT", "a/1", Map.of("id", 1L)));
      assertThat(tap.takeRows()).isEmpty();
    }
  }

  @Test
  void faultsReachTheClient() {
    BIGQUERY.faults().add("tables.get", "cursed", 1, 1, new Fault.Fail("403", "no"));
    try {
      assertThatThrownBy(() -> BIGQUERY.table("shop", "cursed").exists())
          .isInstanceOf(BigQueryException.class);
      assertThat(BIGQUERY.table("shop", "cursed").exists()).isFalse();
    } finally {
      BIGQUERY.faults().clear();
    }
  }

  private static void create(String table, Field... fields) {
    BIGQUERY
        .client()
        .create(
            TableInfo.of(TableId.of("shop", table), StandardTableDefinition.of(Schema.of(fields))));
  }

  private static String stream(String table) {
    return String.format(
        "projects/%s/datasets/shop/tables/%s/streams/_default", BIGQUERY.project(), table);
  }

  private static TableFieldSchema field(String name, TableFieldSchema.Type type) {
    return TableFieldSchema.newBuilder()
        .setName(name)
        .setType(type)
        .setMode(TableFieldSchema.Mode.NULLABLE)
        .build();
  }
}
