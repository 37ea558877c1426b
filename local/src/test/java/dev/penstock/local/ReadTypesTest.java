package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.JsonStreamWriter;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The Avro form of each type, in schema and value. */
class ReadTypesTest {
  private static LocalClients clients;
  private static TableReads reads;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    clients = LocalClients.inMemory();
    reads = new TableReads(clients.local);
    clients.createTable(
        "types",
        Field.of("b", StandardSQLTypeName.BOOL),
        Field.of("i", StandardSQLTypeName.INT64),
        Field.of("f", StandardSQLTypeName.FLOAT64),
        Field.of("s", StandardSQLTypeName.STRING),
        Field.of("y", StandardSQLTypeName.BYTES),
        Field.of("n", StandardSQLTypeName.NUMERIC),
        Field.newBuilder("p", StandardSQLTypeName.NUMERIC).setPrecision(5L).setScale(2L).build(),
        Field.of("g", StandardSQLTypeName.BIGNUMERIC),
        Field.of("d", StandardSQLTypeName.DATE),
        Field.of("t", StandardSQLTypeName.TIME),
        Field.of("dt", StandardSQLTypeName.DATETIME),
        Field.of("ts", StandardSQLTypeName.TIMESTAMP),
        Field.of("j", StandardSQLTypeName.JSON),
        Field.of("geo", StandardSQLTypeName.GEOGRAPHY),
        Field.of("v1", StandardSQLTypeName.INTERVAL),
        Field.of("v2", StandardSQLTypeName.INTERVAL));
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(
          request(
              streamName("types"),
              schema(
                  "b:BOOL",
                  "i:INT64",
                  "f:DOUBLE",
                  "s:STRING",
                  "y:BYTES",
                  "n:STRING",
                  "p:STRING",
                  "g:STRING",
                  "d:STRING",
                  "t:STRING",
                  "dt:STRING",
                  "ts:STRING",
                  "j:STRING",
                  "geo:STRING",
                  "v1:STRING",
                  "v2:STRING"),
              rows()));
      AppendRowsResponse response = connection.response();
      assertThat(response.getRowErrorsList()).isEmpty();
      assertThat(response.hasAppendResult()).isTrue();
    }
  }

  private static ByteString[] rows() {
    return new ByteString[] {
      row(
          true,
          Long.MIN_VALUE,
          Double.NaN,
          "",
          new byte[0],
          "-99999999999999999999999999999.999999999",
          "-123.45",
          "-578960446186580977117854925043439539266.34992332820282019728792003956564819968",
          "0001-01-01",
          "00:00:00",
          "0001-01-01T00:00:00",
          "0001-01-01 00:00:00+00",
          "{\"b\":[1,null],\"a\":\"ü\"}",
          "POINT(1 2)",
          "-1-2 3 -4:5:6.000007",
          "0-0 0 0:0:0"),
      row(
          false,
          Long.MAX_VALUE,
          Double.NEGATIVE_INFINITY,
          "a\u0000ü\ud83d\ude00",
          new byte[] {0, -1, 127},
          "0.000000001",
          "0",
          "578960446186580977117854925043439539266.34992332820282019728792003956564819967",
          "1969-12-31",
          "23:59:59.999999",
          "1969-12-31T23:59:59.000001",
          "1969-12-31 23:59:59.999999+00",
          "null",
          "POINT(0 0)",
          "10000-0 3660000 87840000:0:0",
          "0-13 -3 0:0:0.5"),
      row((Object) null),
      row(
          null,
          0L,
          -0.0,
          null,
          null,
          "1.5",
          "999.99",
          "0",
          "9999-12-31",
          null,
          "9999-12-31T23:59:59.999999",
          "9999-12-31 23:59:59.999999+00",
          "1.5")
    };
  }

  @AfterAll
  static void stop() {
    reads.close();
    clients.close();
  }

  private static BigDecimal decimal(Object bytes, int scale) {
    ByteBuffer buffer = ((ByteBuffer) bytes).duplicate();
    byte[] unscaled = new byte[buffer.remaining()];
    buffer.get(unscaled);
    return new BigDecimal(new BigInteger(unscaled), scale);
  }

  @Test
  @Fact({"RA-034", "RA-035", "RA-036", "RA-038", "RA-039"})
  void describesEachType() {
    String schema = reads.create("types").getAvroSchema().getSchema();

    assertThat(schema)
        .isEqualTo(
            "{\"type\":\"record\",\"name\":\"__root__\",\"fields\":["
                + "{\"name\":\"b\",\"type\":[\"null\",\"boolean\"]},"
                + "{\"name\":\"i\",\"type\":[\"null\",\"long\"]},"
                + "{\"name\":\"f\",\"type\":[\"null\",\"double\"]},"
                + "{\"name\":\"s\",\"type\":[\"null\",\"string\"]},"
                + "{\"name\":\"y\",\"type\":[\"null\",\"bytes\"]},"
                + "{\"name\":\"n\",\"type\":[\"null\",{\"type\":\"bytes\","
                + "\"logicalType\":\"decimal\",\"precision\":38,\"scale\":9}]},"
                + "{\"name\":\"p\",\"type\":[\"null\",{\"type\":\"bytes\","
                + "\"logicalType\":\"decimal\",\"precision\":5,\"scale\":2}]},"
                + "{\"name\":\"g\",\"type\":[\"null\",{\"type\":\"bytes\","
                + "\"logicalType\":\"decimal\",\"precision\":77,\"scale\":38}]},"
                + "{\"name\":\"d\",\"type\":[\"null\",{\"type\":\"int\",\"logicalType\":\"date\"}]},"
                + "{\"name\":\"t\",\"type\":[\"null\",{\"type\":\"long\","
                + "\"logicalType\":\"time-micros\"}]},"
                + "{\"name\":\"dt\",\"type\":[\"null\",{\"type\":\"string\","
                + "\"logicalType\":\"datetime\"}]},"
                + "{\"name\":\"ts\",\"type\":[\"null\",{\"type\":\"long\","
                + "\"logicalType\":\"timestamp-micros\"}]},"
                + "{\"name\":\"j\",\"type\":[\"null\",{\"type\":\"string\","
                + "\"sqlType\":\"JSON\"}]},"
                + "{\"name\":\"geo\",\"type\":[\"null\",{\"type\":\"string\","
                + "\"sqlType\":\"GEOGRAPHY\"}]},"
                + "{\"name\":\"v1\",\"type\":[\"null\",{\"type\":\"record\","
                + "\"name\":\"INTERVAL\",\"namespace\":\"google.sqlType\",\"fields\":["
                + "{\"name\":\"months\",\"type\":\"int\"},{\"name\":\"days\",\"type\":\"int\"},"
                + "{\"name\":\"microseconds\",\"type\":\"long\"}],\"sqlType\":\"INTERVAL\"}]},"
                + "{\"name\":\"v2\",\"type\":[\"null\",\"google.sqlType.INTERVAL\"]}]}");
  }

  @Test
  @Fact({"RA-036", "RA-044"})
  void givesExactValues() throws IOException {
    List<GenericRecord> rows = reads.rows(reads.create("types"));

    GenericRecord low = rows.get(0);
    GenericRecord high = rows.get(1);
    GenericRecord last = rows.get(3);
    assertThat(TableReads.column(rows, "b")).containsExactly("true", "false", "null", "null");
    assertThat(TableReads.column(rows, "i"))
        .containsExactly("-9223372036854775808", "9223372036854775807", "null", "0");
    assertThat(TableReads.column(rows, "f")).containsExactly("NaN", "-Infinity", "null", "-0.0");
    assertThat(TableReads.column(rows, "s"))
        .containsExactly("", "a\u0000ü\ud83d\ude00", "null", "null");
    assertThat(low.get("y")).isEqualTo(ByteBuffer.allocate(0));
    assertThat(high.get("y")).isEqualTo(ByteBuffer.wrap(new byte[] {0, -1, 127}));
    assertThat(decimal(low.get("n"), 9))
        .isEqualTo(new BigDecimal("-99999999999999999999999999999.999999999"));
    assertThat(decimal(high.get("n"), 9)).isEqualTo(new BigDecimal("0.000000001"));
    assertThat(decimal(last.get("n"), 9)).isEqualTo(new BigDecimal("1.500000000"));
    assertThat(decimal(low.get("p"), 2)).isEqualTo(new BigDecimal("-123.45"));
    assertThat(decimal(low.get("g"), 38))
        .isEqualTo(
            new BigDecimal(
                "-578960446186580977117854925043439539266"
                    + ".34992332820282019728792003956564819968"));
    assertThat(decimal(high.get("g"), 38))
        .isEqualTo(
            new BigDecimal(
                "578960446186580977117854925043439539266"
                    + ".34992332820282019728792003956564819967"));
    assertThat(TableReads.column(rows, "d")).containsExactly("-719162", "-1", "null", "2932896");
    assertThat(TableReads.column(rows, "t")).containsExactly("0", "86399999999", "null", "null");
    assertThat(TableReads.column(rows, "dt"))
        .containsExactly(
            "0001-01-01T00:00:00",
            "1969-12-31T23:59:59.000001",
            "null",
            "9999-12-31T23:59:59.999999");
    assertThat(TableReads.column(rows, "ts"))
        .containsExactly("-62135596800000000", "-1", "null", "253402300799999999");
    assertThat(TableReads.column(rows, "j"))
        .containsExactly("{\"a\":\"ü\",\"b\":[1,null]}", "null", "null", "1.5");
    assertThat(high.get("j")).isNotNull();
    assertThat(rows.get(2).get("j")).isNull();
    assertThat(TableReads.column(rows, "geo"))
        .containsExactly("POINT(1 2)", "POINT(0 0)", "null", "null");
    assertThat(TableReads.column(rows, "v1"))
        .containsExactly(
            "{\"months\": -14, \"days\": 3, \"microseconds\": -14706000007}",
            "{\"months\": 120000, \"days\": 3660000, \"microseconds\": 316224000000000000}",
            "null",
            "null");
    assertThat(TableReads.column(rows, "v2").get(1))
        .isEqualTo("{\"months\": 13, \"days\": -3, \"microseconds\": 500000}");
  }

  private static Field repeated(String name, StandardSQLTypeName type, Field... fields) {
    return Field.newBuilder(name, type, fields).setMode(Field.Mode.REPEATED).build();
  }

  private static void createNested(String name) throws Exception {
    clients.createTable(
        name,
        Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Field.Mode.REQUIRED).build(),
        repeated("tags", StandardSQLTypeName.STRING),
        repeated("days", StandardSQLTypeName.DATE),
        Field.of(
            "s",
            StandardSQLTypeName.STRUCT,
            Field.of("n", StandardSQLTypeName.NUMERIC),
            Field.of(
                "inner",
                StandardSQLTypeName.STRUCT,
                Field.of("ts", StandardSQLTypeName.TIMESTAMP),
                Field.of("j", StandardSQLTypeName.JSON))),
        repeated(
            "items",
            StandardSQLTypeName.STRUCT,
            Field.of("name", StandardSQLTypeName.STRING),
            Field.of("at", StandardSQLTypeName.DATETIME),
            repeated("codes", StandardSQLTypeName.INT64)));
    JSONObject full =
        new JSONObject()
            .put("id", 1)
            .put("tags", new JSONArray().put("a").put(""))
            .put("days", new JSONArray().put("1969-12-31").put("1970-01-02"))
            .put(
                "s",
                new JSONObject()
                    .put("n", "1.5")
                    .put(
                        "inner",
                        new JSONObject().put("ts", "1969-12-31 23:59:59Z").put("j", "{\"a\":1}")))
            .put(
                "items",
                new JSONArray()
                    .put(
                        new JSONObject()
                            .put("name", "x")
                            .put("at", "2024-01-02T03:04:00")
                            .put("codes", new JSONArray().put(7).put(8)))
                    .put(new JSONObject().put("name", "y")));
    JSONObject empty = new JSONObject().put("id", 2).put("s", new JSONObject());
    JSONObject absent = new JSONObject().put("id", 3);
    try (JsonStreamWriter writer =
        JsonStreamWriter.newBuilder(streamName(name), clients.writes).build()) {
      writer.append(new JSONArray().put(full).put(empty).put(absent)).get();
    }
  }

  @Test
  @Fact({"RA-034", "RA-035", "RA-036", "RA-049"})
  void givesNestedAndRepeatedValues() throws Exception {
    createNested("nested");
    ReadSession session = reads.create("nested");

    assertThat(session.getAvroSchema().getSchema())
        .contains(
            "{\"name\":\"tags\",\"type\":{\"type\":\"array\",\"items\":\"string\"}}",
            "{\"name\":\"s\",\"type\":[\"null\",{\"type\":\"record\",\"name\":\"__s_0\"",
            "{\"name\":\"inner\",\"type\":[\"null\",{\"type\":\"record\",\"name\":\"__s_1\"",
            "{\"name\":\"items\",\"type\":{\"type\":\"array\",\"items\":"
                + "{\"type\":\"record\",\"name\":\"__s_2\"");
    List<GenericRecord> rows = reads.rows(session);
    assertThat(TableReads.column(rows, "tags")).containsExactly("[a, ]", "[]", "[]");
    assertThat(TableReads.column(rows, "days")).containsExactly("[-1, 1]", "[]", "[]");
    GenericRecord s = (GenericRecord) rows.get(0).get("s");
    assertThat(decimal(s.get("n"), 9)).isEqualTo(new BigDecimal("1.500000000"));
    assertThat(s.get("inner")).hasToString("{\"ts\": -1000000, \"j\": \"{\\\"a\\\":1}\"}");
    assertThat(rows.get(1).get("s")).hasToString("{\"n\": null, \"inner\": null}");
    assertThat(rows.get(2).get("s")).isNull();
    assertThat(TableReads.column(rows, "items"))
        .containsExactly(
            "[{\"name\": \"x\", \"at\": \"2024-01-02T03:04:00\", \"codes\": [7, 8]},"
                + " {\"name\": \"y\", \"at\": null, \"codes\": []}]",
            "[]",
            "[]");
  }

  @Test
  @Fact("RA-005")
  void selectsNestedFieldsInTheOrderOfTheTable() throws Exception {
    createNested("selected");
    ReadSession session =
        reads.create("selected", "", "items.codes", "s.inner.ts", "items.name", "id");

    List<GenericRecord> rows = reads.rows(session);
    assertThat(rows.get(0))
        .hasToString(
            "{\"id\": 1, \"s\": {\"inner\": {\"ts\": -1000000}},"
                + " \"items\": [{\"name\": \"x\", \"codes\": [7, 8]},"
                + " {\"name\": \"y\", \"codes\": []}]}");
    assertThat(rows.get(1)).hasToString("{\"id\": 2, \"s\": {\"inner\": null}, \"items\": []}");
    assertThat(rows.get(2)).hasToString("{\"id\": 3, \"s\": null, \"items\": []}");
  }
}
