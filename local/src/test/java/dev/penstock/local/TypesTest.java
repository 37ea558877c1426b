package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.BigDecimalByteStringEncoder;
import com.google.cloud.bigquery.storage.v1.CivilTimeEncoder;
import com.google.cloud.bigquery.storage.v1.JsonStreamWriter;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each column type takes, stores and gives back. */
class TypesTest {
  private static LocalClients clients;
  private static int tables;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static String createTable(StandardSQLTypeName type) {
    String name = "types_" + ++tables;
    clients.createTable(name, Field.of("v", type));
    return name;
  }

  private static String stored(StandardSQLTypeName type, String proto, Object value)
      throws InterruptedException {
    String table = createTable(type);
    AppendRowsResponse response = append(table, schema("v:" + proto), value);
    assertThat(response.getRowErrorsList()).isEmpty();
    assertThat(response.getError().getMessage()).isEmpty();
    return clients.rows(table).get(0);
  }

  private static AppendRowsResponse append(String table, DescriptorProto schema, Object value)
      throws InterruptedException {
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName(table), schema, row(value)));
      return connection.response();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "STRING; ; ",
        "DATE; 2024-02-29; 2024-02-29",
        "TIME; 1:02:03.5; 01:02:03.500000",
        "DATETIME; 2024-01-02 03:04:05.000006; 2024-01-02T03:04:05.000006",
        "DATETIME; 2024-01-02; 2024-01-02T00:00:00",
        "TIMESTAMP; 2024-01-02 03:04:05+01:00; 1.704161045E9",
        "TIMESTAMP; 2024-01-02T03:04:05Z; 1.704164645E9",
        "TIMESTAMP; 2024-01-02 03:04:05 Europe/Berlin; 1.704161045E9",
        "NUMERIC; -12.3400000005; -12.340000001",
        "BIGNUMERIC; 123456789012345678901234567890.5; 123456789012345678901234567890.5",
        "GEOGRAPHY; point (1.0 2); POINT(1 2)",
        "JSON; { \"b\" : 1.0, \"a\":[null,true] }; {\"a\":[null,true],\"b\":1.0}",
        "JSON; 18446744073709551616; 1.8446744073709552e+19",
        "JSON; null; null",
        "INTERVAL; 1-14 3 4:65:6.5; 2-2 3 5:5:6.500",
      })
  @Fact({"WA-127", "WA-128", "WA-129", "WA-134", "WA-136", "WA-139", "WA-140", "WA-141"})
  void takesText(StandardSQLTypeName type, String text, String expected)
      throws InterruptedException {
    String sent = text == null ? "" : text;
    assertThat(stored(type, "STRING", sent)).isEqualTo(expected == null ? "" : expected);
  }

  @ParameterizedTest
  @CsvSource({
    "BOOL, INT64, 2, true",
    "INT64, INT64, -9223372036854775808, -9223372036854775808",
    "INT64, UINT32, 4294967295, 4294967295",
    "DATE, INT64, -719162, 0001-01-01",
    "DATE, INT32, 2932896, 9999-12-31",
    "TIMESTAMP, INT64, -62135596800000000, -6.21355968E10",
    "TIMESTAMP, INT64, 253402300799999999, 2.53402300799999999E11",
    "NUMERIC, UINT64, -1, 18446744073709551615",
    "BIGNUMERIC, INT32, 7, 7",
  })
  @Fact({"WA-124", "WA-125", "WA-128", "WA-133", "WA-136", "WA-149"})
  void takesIntegers(StandardSQLTypeName type, String proto, long value, String expected)
      throws InterruptedException {
    assertThat(stored(type, proto, value)).isEqualTo(expected);
  }

  @Test
  @Fact({"WA-130", "WA-131", "WA-153"})
  void takesPackedCivilTimes() throws InterruptedException {
    long time =
        CivilTimeEncoder.encodePacked64TimeMicrosLocalTime(LocalTime.of(23, 35, 49, 123_456_000));
    long datetime =
        CivilTimeEncoder.encodePacked64DatetimeMicrosLocalDateTime(
            LocalDateTime.of(2024, 1, 2, 3, 4, 5));

    assertThat(stored(StandardSQLTypeName.TIME, "INT64", time)).isEqualTo("23:35:49.123456");
    assertThat(stored(StandardSQLTypeName.DATETIME, "INT64", datetime))
        .isEqualTo("2024-01-02T03:04:05");
  }

  @Test
  @Fact({"WA-126", "WA-127", "WA-136", "WA-137"})
  void takesDoublesAndBytes() throws InterruptedException {
    assertThat(stored(StandardSQLTypeName.FLOAT64, "DOUBLE", 1.5)).isEqualTo("1.5");
    assertThat(stored(StandardSQLTypeName.FLOAT64, "DOUBLE", Double.NaN)).isEqualTo("NaN");
    assertThat(stored(StandardSQLTypeName.NUMERIC, "DOUBLE", 0.1)).isEqualTo("0.1");
    assertThat(stored(StandardSQLTypeName.BYTES, "BYTES", new byte[] {1, 2, 3})).isEqualTo("AQID");
    assertThat(stored(StandardSQLTypeName.BYTES, "STRING", "ab")).isEqualTo("YWI=");
    byte[] numeric =
        BigDecimalByteStringEncoder.encodeToNumericByteString(new BigDecimal("-1.25"))
            .toByteArray();
    assertThat(stored(StandardSQLTypeName.NUMERIC, "BYTES", numeric)).isEqualTo("-1.25");
    byte[] bignumeric =
        BigDecimalByteStringEncoder.encodeToBigNumericByteString(new BigDecimal("3.14"))
            .toByteArray();
    assertThat(stored(StandardSQLTypeName.BIGNUMERIC, "BYTES", bignumeric)).isEqualTo("3.14");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "DATE; INT64; 2932897; Date field value is out of range: 2932897 on field v.",
        "TIMESTAMP; INT64; -9223372036854775808;"
            + " Timestamp field value is out of range: -9223372036854775808 on field v.",
        "TIME; INT64; 1048575; Invalid TIME value on field v.",
        "DATETIME; INT64; 0; Invalid DATETIME value on field v.",
      })
  @Fact({"WA-089", "WA-091", "WA-093", "WA-132"})
  void refusesNumbersOutOfRange(StandardSQLTypeName type, String proto, long value, String message)
      throws InterruptedException {
    AppendRowsResponse response = append(createTable(type), schema("v:" + proto), value);

    assertThat(response.getRowErrorsList())
        .extracting(error -> error.getMessage())
        .containsExactly(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "JSON; {\"a\":",
        "JSON; 1e309",
        "NUMERIC; 1e30",
        "NUMERIC; x",
        "BIGNUMERIC; 1e39",
        "DATE; 2023-02-29",
        "DATE; 10000-01-01",
        "TIMESTAMP; yesterday",
        "INTERVAL; 1 DAY",
        "GEOGRAPHY; POINT(1)",
        "GEOGRAPHY; POINT(0 91)",
      })
  @Fact({"WA-091", "WA-093", "WA-138"})
  void refusesTextThatIsNoValue(StandardSQLTypeName type, String text) throws InterruptedException {
    String table = createTable(type);

    assertThat(append(table, schema("v:STRING"), text).getRowErrorsCount()).isEqualTo(1);
    assertThat(clients.rows(table)).isEmpty();
  }

  @Test
  @Fact({"WA-112", "WA-137", "WA-146", "WA-147", "WA-148", "WA-152", "WA-153", "WA-154"})
  void takesNestedAndRepeatedValuesOfTheJavaJsonWriter() throws Exception {
    clients.createTable(
        "nested",
        Field.newBuilder("Id", StandardSQLTypeName.INT64).setMode(Field.Mode.REQUIRED).build(),
        Field.newBuilder("tags", StandardSQLTypeName.STRING).setMode(Field.Mode.REPEATED).build(),
        Field.newBuilder("days", StandardSQLTypeName.DATE).setMode(Field.Mode.REPEATED).build(),
        Field.of(
            "s",
            StandardSQLTypeName.STRUCT,
            Field.of("n", StandardSQLTypeName.NUMERIC),
            Field.of(
                "inner",
                StandardSQLTypeName.STRUCT,
                Field.of("ts", StandardSQLTypeName.TIMESTAMP))),
        Field.newBuilder(
                "items",
                StandardSQLTypeName.STRUCT,
                Field.of("name", StandardSQLTypeName.STRING),
                Field.of("at", StandardSQLTypeName.DATETIME),
                Field.newBuilder("codes", StandardSQLTypeName.INT64)
                    .setMode(Field.Mode.REPEATED)
                    .build())
            .setMode(Field.Mode.REPEATED)
            .build());
    try (JsonStreamWriter writer =
        JsonStreamWriter.newBuilder(streamName("nested"), clients.writes).build()) {
      JSONObject full =
          new JSONObject()
              .put("id", 1)
              .put("tags", new JSONArray().put("a").put("b"))
              .put("days", new JSONArray().put("2024-01-02"))
              .put(
                  "s",
                  new JSONObject()
                      .put("n", "1.5")
                      .put("inner", new JSONObject().put("ts", "2024-01-02 03:04:05Z")))
              .put(
                  "items",
                  new JSONArray()
                      .put(
                          new JSONObject()
                              .put("name", "x")
                              .put("at", "2024-01-02T03:04:05")
                              .put("codes", new JSONArray().put(7).put(8)))
                      .put(new JSONObject().put("name", "y")));
      JSONObject empty = new JSONObject().put("id", 2).put("s", new JSONObject());
      JSONObject absent = new JSONObject().put("id", 3);
      writer.append(new JSONArray().put(full).put(empty).put(absent)).get();
    }

    assertThat(clients.rows("nested"))
        .containsExactly(
            "1|[a, b]|[2024-01-02]|[1.5, [1.704164645E9]]"
                + "|[[x, 2024-01-02T03:04:05, [7, 8]], [y, null, []]]",
            "2|[]|[]|[null, null]|[]",
            "3|[]|[]|null|[]");
  }
}
