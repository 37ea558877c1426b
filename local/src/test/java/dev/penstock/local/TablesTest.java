package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.Clustering;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.FieldList;
import com.google.cloud.bigquery.LegacySQLTypeName;
import com.google.cloud.bigquery.PrimaryKey;
import com.google.cloud.bigquery.RangePartitioning;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.Table;
import com.google.cloud.bigquery.TableConstraints;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import com.google.cloud.bigquery.TimePartitioning;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Datasets and tables through google-cloud-bigquery. */
@Tag("protocol")
class TablesTest {
  private static final Field ID =
      Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Field.Mode.REQUIRED).build();
  private static final Field NAME = Field.of("name", StandardSQLTypeName.STRING);

  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static void assertRefused(
      ThrowingCallable call, int code, String reason, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            BigQueryException.class,
            e -> {
              assertThat(e.getCode()).isEqualTo(code);
              assertThat(e.getReason()).isEqualTo(reason);
              assertThat(e.getMessage()).contains(message);
            });
  }

  private static void update(String table, Field... fields) {
    clients.rest.update(
        TableInfo.of(TableId.of("d", table), StandardTableDefinition.of(Schema.of(fields))));
  }

  private static HttpResponse<String> send(String method, String path, String body, String etag)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(
                    URI.create(clients.local.restUrl() + "/bigquery/v2/projects/p/" + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("If-Match", etag)
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  @Fact({"RT-022", "RT-025", "RT-027", "RT-030", "RT-031", "RT-036", "RT-038", "RT-045"})
  void givesBackWhatWasCreated() {
    clients.rest.create(
        TableInfo.newBuilder(
                TableId.of("d", "full"),
                StandardTableDefinition.newBuilder()
                    .setSchema(
                        Schema.of(
                            ID,
                            Field.newBuilder("price", StandardSQLTypeName.NUMERIC)
                                .setPrecision(10L)
                                .setScale(2L)
                                .setDescription("in euro")
                                .build(),
                            Field.of("ts", StandardSQLTypeName.TIMESTAMP)))
                    .setTimePartitioning(
                        TimePartitioning.newBuilder(TimePartitioning.Type.DAY)
                            .setField("ts")
                            .build())
                    .setClustering(Clustering.newBuilder().setFields(List.of("id")).build())
                    .setTableConstraints(
                        TableConstraints.newBuilder()
                            .setPrimaryKey(
                                PrimaryKey.newBuilder().setColumns(List.of("id")).build())
                            .build())
                    .build())
            .setLabels(Map.of("team", "a"))
            .setDescription("all of it")
            .build());

    Table table = clients.rest.getTable(TableId.of("d", "full"));
    StandardTableDefinition definition = table.getDefinition();
    FieldList fields = definition.getSchema().getFields();
    assertThat(fields.get("id").getType()).isEqualTo(LegacySQLTypeName.INTEGER);
    assertThat(fields.get("id").getMode()).isEqualTo(Field.Mode.REQUIRED);
    assertThat(fields.get("price").getPrecision()).isEqualTo(10L);
    assertThat(fields.get("price").getScale()).isEqualTo(2L);
    assertThat(fields.get("price").getDescription()).isEqualTo("in euro");
    assertThat(definition.getTimePartitioning().getField()).isEqualTo("ts");
    assertThat(definition.getClustering().getFields()).containsExactly("id");
    assertThat(definition.getTableConstraints().getPrimaryKey().getColumns()).containsExactly("id");
    assertThat(table.getLabels()).containsExactly(Map.entry("team", "a"));
    assertThat(table.getDescription()).isEqualTo("all of it");
    assertThat(table.getEtag()).isNotEmpty();
    assertThat(table.getNumRows()).isZero();
    assertThat(clients.rest.getTable(TableId.of("d", "absent"))).isNull();
    assertThat(clients.rest.delete(TableId.of("d", "absent"))).isFalse();
  }

  @Test
  @Fact({"RT-026", "RT-028"})
  void keepsRangePartitioningAndRefusesToChangeIt() {
    clients.rest.create(
        TableInfo.of(
            TableId.of("d", "ranged"),
            StandardTableDefinition.newBuilder()
                .setSchema(Schema.of(ID, NAME))
                .setRangePartitioning(
                    RangePartitioning.newBuilder()
                        .setField("id")
                        .setRange(
                            RangePartitioning.Range.newBuilder()
                                .setStart(0L)
                                .setEnd(100L)
                                .setInterval(10L)
                                .build())
                        .build())
                .build()));
    StandardTableDefinition stored =
        clients.rest.getTable(TableId.of("d", "ranged")).getDefinition();

    assertThat(stored.getRangePartitioning().getRange().getEnd()).isEqualTo(100L);
    assertRefused(
        () ->
            clients.rest.update(
                TableInfo.of(
                    TableId.of("d", "ranged"),
                    stored.toBuilder()
                        .setRangePartitioning(null)
                        .setTimePartitioning(TimePartitioning.of(TimePartitioning.Type.DAY))
                        .build())),
        400,
        "invalid",
        "Cannot change partitioning");
  }

  @Test
  @Fact({"RT-006", "RT-009", "RT-010", "RT-044"})
  void refusesDuplicatesAndUnknownParents() {
    clients.createTable("twice", ID);

    assertRefused(
        () -> clients.createTable("twice", ID),
        409,
        "duplicate",
        "Already Exists: Table p:d.twice");
    assertRefused(
        () -> clients.rest.create(DatasetInfo.of("d")),
        409,
        "duplicate",
        "Already Exists: Dataset p:d");
    assertRefused(
        () ->
            clients.rest.create(
                TableInfo.of(TableId.of("absent", "t"), StandardTableDefinition.of(Schema.of(ID)))),
        404,
        "notFound",
        "Not found: Dataset p:absent");
    assertRefused(() -> update("absent", ID), 404, "notFound", "Not found: Table p:d.absent");
  }

  @Test
  @Fact({"RT-035", "RT-036"})
  void takesBothSpellingsOfTypes() throws IOException, InterruptedException {
    String body =
        "{\"tableReference\":{\"tableId\":\"spelled\"},\"schema\":{\"fields\":["
            + "{\"name\":\"a\",\"type\":\"INT64\"},{\"name\":\"b\",\"type\":\"INTEGER\"},"
            + "{\"name\":\"c\",\"type\":\"BOOL\"},{\"name\":\"d\",\"type\":\"FLOAT64\"},"
            + "{\"name\":\"e\",\"type\":\"STRUCT\",\"fields\":"
            + "[{\"name\":\"f\",\"type\":\"BOOLEAN\"}]}]}}";
    assertThat(send("POST", "datasets/d/tables", body, "*").statusCode()).isEqualTo(200);

    FieldList fields =
        clients.rest.getTable(TableId.of("d", "spelled")).getDefinition().getSchema().getFields();
    assertThat(fields)
        .extracting(Field::getType)
        .containsExactly(
            LegacySQLTypeName.INTEGER,
            LegacySQLTypeName.INTEGER,
            LegacySQLTypeName.BOOLEAN,
            LegacySQLTypeName.FLOAT,
            LegacySQLTypeName.RECORD);
  }

  @Test
  @Fact("RT-043")
  void tellsTableNamesApartByCase() {
    clients.createTable("Case", ID);
    clients.createTable("case", ID, NAME);

    StandardTableDefinition upper = clients.rest.getTable(TableId.of("d", "Case")).getDefinition();
    assertThat(upper.getSchema().getFields()).hasSize(1);
  }

  @Test
  @Fact({"RT-008", "RT-018", "RT-019", "RT-017"})
  void checksIfMatch() throws IOException, InterruptedException {
    clients.createTable("etag", ID);
    String etag = clients.rest.getTable(TableId.of("d", "etag")).getEtag();
    String path = "datasets/d/tables/etag";

    HttpResponse<String> first = send("PATCH", path, "{\"description\":\"x\"}", etag);
    assertThat(first.statusCode()).isEqualTo(200);
    HttpResponse<String> stale = send("PATCH", path, "{\"description\":\"y\"}", etag);
    assertThat(stale.statusCode()).isEqualTo(412);
    assertThat(stale.body()).contains("\"reason\":\"conditionNotMet\"");
    assertThat(send("DELETE", path, "", etag).statusCode()).isEqualTo(412);
    HttpResponse<String> cleared = send("PUT", path, "{\"friendlyName\":\"f\"}", "*");
    assertThat(cleared.body()).contains("\"friendlyName\":\"f\"").doesNotContain("description");
  }

  @Test
  @Fact({"RT-020", "RT-033"})
  void patchesLabels() throws IOException, InterruptedException {
    clients.createTable("tagged", ID);
    String path = "datasets/d/tables/tagged";

    assertThat(send("PATCH", path, "{\"labels\":{\"a\":\"1\",\"b\":\"2\"}}", "*").body())
        .contains("\"labels\":{\"a\":\"1\",\"b\":\"2\"}");
    assertThat(send("PATCH", path, "{\"labels\":{\"a\":null,\"c\":\"3\"}}", "*").body())
        .contains("\"b\":\"2\"", "\"c\":\"3\"")
        .doesNotContain("\"a\"");
    assertThat(send("PATCH", path, "{\"labels\":null}", "*").body()).doesNotContain("labels");
    assertThat(send("PATCH", path, "{\"labels\":{\"A\":\"1\"}}", "*").statusCode()).isEqualTo(400);
  }

  @Test
  @Fact({"RT-050", "RT-051", "RT-052", "RT-053", "RT-054", "RT-059"})
  void addsAndRelaxesColumnsAndRefusesOtherChanges() {
    clients.createTable("schema", ID, NAME);
    update("schema", ID, NAME, Field.of("extra", StandardSQLTypeName.DATE));
    assertThat(clients.rest.getTable("d", "schema").getDefinition().getSchema().getFields())
        .hasSize(3);
    Field relaxed = Field.of("id", StandardSQLTypeName.INT64);
    Field extra = Field.of("extra", StandardSQLTypeName.DATE);
    update("schema", relaxed, NAME, extra);
    String prefix = "Provided Schema does not match Table p:d.schema. ";

    assertRefused(
        () -> update("schema", ID, NAME, extra),
        400,
        "invalid",
        prefix + "Field id has changed mode from NULLABLE to REQUIRED");
    assertRefused(
        () -> update("schema", relaxed, Field.of("name", StandardSQLTypeName.INT64), extra),
        400,
        "invalid",
        prefix + "Field name has changed type from STRING to INTEGER");
    assertRefused(
        () -> update("schema", relaxed, NAME),
        400,
        "invalid",
        prefix + "Field extra is missing in new schema");
    assertRefused(
        () ->
            update(
                "schema",
                relaxed,
                NAME,
                extra,
                Field.newBuilder("must", StandardSQLTypeName.INT64)
                    .setMode(Field.Mode.REQUIRED)
                    .build()),
        400,
        "invalid",
        prefix + "Cannot add required fields to an existing schema. (field: must)");
  }

  @Test
  @Fact({"RT-037", "RT-039", "RT-041", "RT-042", "CDC-017", "QT-011", "SQ-034"})
  void refusesSchemasThatTheServiceRefuses() {
    assertRefused(
        () -> clients.createTable("bad", Field.of("_CHANGE_TYPE", StandardSQLTypeName.STRING)),
        400,
        "invalid",
        "Field names are not allowed to start with");
    assertRefused(
        () -> clients.createTable("bad", ID, Field.of("ID", StandardSQLTypeName.STRING)),
        400,
        "invalid",
        "duplicate field name");
    assertRefused(
        () ->
            clients.createTable(
                "bad",
                Field.newBuilder("n", StandardSQLTypeName.NUMERIC)
                    .setPrecision(30L)
                    .setScale(0L)
                    .build()),
        400,
        "invalid",
        "Invalid precision or scale");
    assertRefused(
        () ->
            clients.createKeyedTable(
                "bad", List.of("f"), Field.of("f", StandardSQLTypeName.FLOAT64)),
        400,
        "invalid",
        "Primary key column f has unsupported type FLOAT64");
  }

  @Test
  @Fact({"RT-064", "RT-065", "RT-004"})
  void deletesDatasetsWithTheirTablesOnlyWhenAsked() {
    clients.rest.create(DatasetInfo.newBuilder("gone").setLocation("EU").build());
    clients.rest.create(
        TableInfo.of(TableId.of("gone", "t"), StandardTableDefinition.of(Schema.of(ID))));

    assertThat(clients.rest.getDataset("gone").getLocation()).isEqualTo("EU");
    assertRefused(() -> clients.rest.delete("gone"), 400, "resourceInUse", "is still in use");
    assertThat(clients.rest.delete("gone", BigQuery.DatasetDeleteOption.deleteContents())).isTrue();
    assertThat(clients.rest.getDataset("gone")).isNull();
  }

  @Test
  @Fact({"CDC-046", "RT-032"})
  void takesMaxStalenessAndDropsIt() throws IOException, InterruptedException {
    clients.createTable("stale", ID);

    HttpResponse<String> answer =
        send("PATCH", "datasets/d/tables/stale", "{\"maxStaleness\":\"0-0 0 0:15:0\"}", "*");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).doesNotContain("maxStaleness");
  }

  @Test
  void saysWhatItIsAtTheRoot() throws IOException, InterruptedException {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(clients.local.restUrl() + "/")).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .isEqualTo(
            "{\"message\":\"This is Penstock local, a BigQuery on this machine. Its REST v2 API is"
                + " below /bigquery/v2/.\"}");
  }

  @Test
  @Fact("RT-004")
  void answers501ForWhatIsLeftOut() throws IOException, InterruptedException {
    assertThat(send("GET", "datasets/d/routines", "", "*").body())
        .contains("not supported by Penstock local: GET", "\"code\":501");
    assertRefused(
        () ->
            clients.rest.create(
                TableInfo.of(
                    TableId.of("d", "v"),
                    com.google.cloud.bigquery.ExternalTableDefinition.of(
                        "gs://b/o", com.google.cloud.bigquery.FormatOptions.csv()))),
        501,
        "notImplemented",
        "not supported by Penstock local: externalDataConfiguration of a table");
  }
}
