package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigquery.BigQueryError;
import com.google.cloud.bigquery.FormatOptions;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.TableDataWriteChannel;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.WriteChannelConfiguration;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One value of each type by each way in, read by each way out. */
@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TypeMatrixTest {
  private LocalClients clients;
  private TableReads reads;
  private RestJson rest;

  @TempDir private Path directory;

  @BeforeAll
  void start() throws IOException {
    clients = LocalClients.inMemory();
    reads = new TableReads(clients.local);
    rest = new RestJson(clients.local);
  }

  @AfterAll
  void stop() {
    reads.close();
    clients.close();
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.local.TypedValue#values")
  @Fact({"WA-144", "RA-036", "RA-040", "RT-135", "LD-011", "LD-034"})
  void everyWayInGivesTheSameByEveryWayOut(TypedValue value) throws Exception {
    String table = "t_" + value.name();
    query("CREATE TABLE d." + table + " (v " + value.ddl() + ")");
    query("INSERT d." + table + " VALUES (" + value.literal() + ")");
    insertParameter(table, value);
    insertAll(table, value);
    append(table, value);
    load(table, FormatOptions.csv(), "\"" + value.text().replace("\"", "\"\"") + "\"\n");
    load(table, FormatOptions.json(), "{\"v\":" + value.json() + "}\n");
    int ways = 6 + loadFiles(table, value);

    String select = "{\"query\":\"SELECT v FROM d." + table + "\",\"useLegacySql\":false}";
    assertThat(cells(rest.send("POST", "queries", select))).isEqualTo(copies(ways, value.cell()));
    assertThat(cells(rest.get("datasets/d/tables/" + table + "/data")))
        .isEqualTo(copies(ways, value.cell()));
    assertThat(avro(table)).isEqualTo(copies(ways, value.avroRead()));
    assertThat(arrow(table)).isEqualTo(copies(ways, value.arrowRead()));
  }

  @Test
  @Fact({"WA-145", "RA-037"})
  void rangesMayBeRepeatedAndNested() throws Exception {
    query(
        "CREATE TABLE d.ranges AS SELECT [RANGE<DATE> '[2026-01-01, 2026-02-01)',"
            + " RANGE<DATE> '[UNBOUNDED, UNBOUNDED)'] AS a,"
            + " STRUCT(RANGE<DATE> '[2026-01-01, 2026-02-01)' AS r, 1 AS n) AS v");

    ReadSession session = reads.create("ranges");

    String bound = "\"type\":[\"null\",{\"type\":\"int\",\"logicalType\":\"date\"}]}";
    assertThat(session.getAvroSchema().getSchema())
        .isEqualTo(
            "{\"type\":\"record\",\"name\":\"__root__\",\"fields\":[{\"name\":\"a\",\"type\":"
                + "{\"type\":\"array\",\"items\":{\"type\":\"record\",\"name\":\"RANGE_DATE\","
                + "\"namespace\":\"google.sqlType\",\"fields\":[{\"name\":\"start\","
                + bound
                + ",{\"name\":\"end\","
                + bound
                + "],\"sqlType\":\"RANGE\"}}},{\"name\":\"v\",\"type\":[\"null\",{\"type\":\"record\","
                + "\"name\":\"__s_0\",\"fields\":[{\"name\":\"r\",\"type\":[\"null\","
                + "\"google.sqlType.RANGE_DATE\"]},{\"name\":\"n\",\"type\":[\"null\",\"long\"]}]}]}]}");
    assertThat(reads.rows(session).get(0).toString())
        .isEqualTo(
            "{\"a\": [{\"start\": 20454, \"end\": 20485}, {\"start\": null, \"end\": null}],"
                + " \"v\": {\"r\": {\"start\": 20454, \"end\": 20485}, \"n\": 1}}");
    JsonNode column = rest.get("datasets/d/tables/ranges").at("/schema/fields/0");
    assertThat(column.toString())
        .isEqualTo(
            "{\"name\":\"a\",\"type\":\"RANGE\",\"mode\":\"REPEATED\","
                + "\"rangeElementType\":{\"type\":\"DATE\"}}");
  }

  @Test
  void refusesTimestampsOfTwelveDigitsByName() throws Exception {
    JsonNode answer =
        rest.send(
            "POST",
            "datasets/d/tables",
            "{\"tableReference\":{\"datasetId\":\"d\",\"tableId\":\"picos\"},\"schema\":{\"fields\":["
                + "{\"name\":\"v\",\"type\":\"TIMESTAMP\",\"timestampPrecision\":12}]}}");

    assertThat(answer.at("/error/message").asText())
        .isEqualTo("not supported by Penstock local: timestampPrecision 12 (column v)");
  }

  private static List<String> copies(int count, String text) {
    return Collections.nCopies(count, text);
  }

  private void query(String sql) throws InterruptedException {
    clients.rest.query(QueryJobConfiguration.of(sql));
  }

  /** The first cell of each row, as REST writes it. */
  private static List<String> cells(JsonNode page) {
    List<String> cells = new ArrayList<>();
    page.path("rows").forEach(row -> cells.add(row.at("/f/0/v").asText()));
    return cells;
  }

  private void insertParameter(String table, TypedValue value) throws Exception {
    String type =
        value.isRange()
            ? "{\"type\":\"RANGE\",\"rangeElementType\":{\"type\":\""
                + value.name().substring(6)
                + "\"}}"
            : "{\"type\":\"" + value.name() + "\"}";
    String given =
        value.isRange()
            ? "{\"rangeValue\":{\"start\":{\"value\":\"" + value.proto() + "\"}}}"
            : "{\"value\":" + TypedValue.quoted(value.text()) + "}";
    JsonNode answer =
        rest.send(
            "POST",
            "queries",
            "{\"query\":\"INSERT d.%s VALUES (@v)\",\"useLegacySql\":false,".formatted(table)
                + "\"queryParameters\":[{\"name\":\"v\",\"parameterType\":%s,\"parameterValue\":%s}]}"
                    .formatted(type, given));
    assertThat(answer.path("numDmlAffectedRows").asText()).as(answer.toString()).isEqualTo("1");
  }

  private void insertAll(String table, TypedValue value) throws Exception {
    String json =
        value.isRange() ? "{\"start\":\"" + value.proto() + "\"}" : TypedValue.quoted(value.text());
    JsonNode answer =
        rest.send(
            "POST",
            "datasets/d/tables/" + table + "/insertAll",
            "{\"rows\":[{\"json\":{\"v\":" + json + "}}]}");
    assertThat(answer.has("insertErrors") || answer.has("error")).as(answer.toString()).isFalse();
  }

  private void append(String table, TypedValue value) throws InterruptedException {
    DescriptorProto schema =
        value.isRange() ? rangeSchema() : RawConnection.schema("v:" + value.protoType());
    ByteString row = RawConnection.row(value.proto());
    if (value.isRange()) {
      row = RawConnection.row((Object) row.toByteArray());
    }
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(RawConnection.request(LocalClients.streamName(table), schema, row));
      AppendRowsResponse response = connection.response();
      assertThat(response.hasAppendResult()).as(response.toString()).isTrue();
    }
  }

  /** A message with a start and an end, both texts. */
  private static DescriptorProto rangeSchema() {
    return DescriptorProto.newBuilder()
        .setName("Row")
        .addNestedType(RawConnection.schema("start:STRING", "end:STRING").toBuilder().setName("R"))
        .addField(
            FieldDescriptorProto.newBuilder()
                .setName("v")
                .setNumber(1)
                .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
                .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
                .setTypeName("R"))
        .build();
  }

  /** Loads the formats that have the type, and is refused the others; how many there are. */
  private int loadFiles(String table, TypedValue value) throws IOException, SQLException {
    int loaded = 0;
    String avroType = value.avroType() == null ? "string" : value.avroType();
    Object avro = value.avroType() == null ? value.text() : value.avro();
    byte[] file =
        AvroBytes.file(AvroBytes.record(AvroBytes.field("v", avroType)), Arrays.asList(avro));
    BigQueryError avroError = load(table, FormatOptions.avro(), file);
    assertThat(avroError == null).as("%s", avroError).isEqualTo(value.avroType() != null);
    loaded += avroError == null ? 1 : 0;
    String parquet = value.parquet() == null ? quotedSql(value.text()) : value.parquet();
    BigQueryError parquetError = load(table, FormatOptions.parquet(), parquet(parquet));
    assertThat(parquetError == null).as("%s", parquetError).isEqualTo(value.parquet() != null);
    return loaded + (parquetError == null ? 1 : 0);
  }

  private static String quotedSql(String text) {
    return "'" + text + "'";
  }

  private byte[] parquet(String expression) throws SQLException, IOException {
    Path path = directory.resolve("rows.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone='UTC'");
      statement.execute("COPY (SELECT " + expression + " AS v) TO '" + path + "' (FORMAT parquet)");
    }
    return Files.readAllBytes(path);
  }

  private void load(String table, FormatOptions format, String text) throws IOException {
    assertThat(load(table, format, text.getBytes(StandardCharsets.UTF_8))).isNull();
  }

  private @Nullable BigQueryError load(String table, FormatOptions format, byte[] bytes)
      throws IOException {
    TableDataWriteChannel channel =
        clients.rest.writer(
            WriteChannelConfiguration.newBuilder(TableId.of("d", table), format)
                .setUseAvroLogicalTypes(true)
                .setSchema(
                    clients.rest.getTable(TableId.of("d", table)).getDefinition().getSchema())
                .build());
    try (channel) {
      channel.write(ByteBuffer.wrap(bytes));
    }
    return clients.awaitEnd(channel.getJob().getJobId()).getStatus().getError();
  }

  private List<String> avro(String table) throws IOException {
    ReadSession session = reads.create(table);
    return reads.rows(session).stream()
        .map(row -> avroText(row.getSchema(), row.get("v")))
        .toList();
  }

  private static String avroText(Schema record, Object value) {
    if (!(value instanceof ByteBuffer bytes)) {
      return String.valueOf(value);
    }
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    Schema schema = record.getField("v").schema().getTypes().get(1);
    return schema.getProp("logicalType") == null
        ? Arrays.toString(copy)
        : new BigDecimal(new BigInteger(copy), (int) schema.getObjectProp("scale")).toString();
  }

  private List<String> arrow(String table) throws IOException {
    ReadSession session = reads.create(ArrowReads.request(table));
    return ArrowReads.rows(ArrowReads.schema(session), reads.responses(session, 0, 0));
  }
}
