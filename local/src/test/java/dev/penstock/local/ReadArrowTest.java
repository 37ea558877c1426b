package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.gax.rpc.UnimplementedException;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Field.Mode;
import com.google.cloud.bigquery.FieldList;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.storage.v1.ArrowSerializationOptions;
import com.google.cloud.bigquery.storage.v1.ArrowSerializationOptions.CompressionCodec;
import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Arrow as Google's read client gets it and Arrow's own library reads it. */
@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("protocol")
final class ReadArrowTest {
  private LocalClients clients;
  private TableReads reads;

  @BeforeAll
  void start() throws Exception {
    clients = new LocalClients(LocalOptions.inMemory());
    clients.rest.create(com.google.cloud.bigquery.DatasetInfo.of("d"));
    reads = new TableReads(clients.local);
    clients.createTable(
        "all_types",
        Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Mode.REQUIRED).build(),
        Field.of("b", StandardSQLTypeName.BOOL),
        Field.of("f", StandardSQLTypeName.FLOAT64),
        Field.of("s", StandardSQLTypeName.STRING),
        Field.of("raw", StandardSQLTypeName.BYTES),
        Field.of("n", StandardSQLTypeName.NUMERIC),
        Field.newBuilder("small", StandardSQLTypeName.NUMERIC)
            .setPrecision(10L)
            .setScale(2L)
            .build(),
        Field.of("big", StandardSQLTypeName.BIGNUMERIC),
        Field.of("d", StandardSQLTypeName.DATE),
        Field.of("t", StandardSQLTypeName.TIME),
        Field.of("dt", StandardSQLTypeName.DATETIME),
        Field.of("ts", StandardSQLTypeName.TIMESTAMP),
        Field.of("j", StandardSQLTypeName.JSON),
        Field.of("i", StandardSQLTypeName.INTERVAL),
        Field.newBuilder("list", StandardSQLTypeName.STRING).setMode(Mode.REPEATED).build(),
        Field.newBuilder(
                "rec",
                StandardSQLTypeName.STRUCT,
                FieldList.of(
                    Field.of("x", StandardSQLTypeName.INT64),
                    Field.newBuilder("y", StandardSQLTypeName.INT64)
                        .setMode(Mode.REPEATED)
                        .build()))
            .build());
    clients.rest.query(
        QueryJobConfiguration.of(
            "INSERT d.all_types VALUES (1, TRUE, 0.5, 'ä€', b'\\x00\\xff', -1.5, 2.25,"
                + " BIGNUMERIC '-578960446186580977117854925043439539266', DATE '1969-12-31',"
                + " TIME '23:59:59.999999', DATETIME '2026-01-02 03:04:05.000006',"
                + " TIMESTAMP '0001-01-01 00:00:00', JSON '{\"a\":1}', INTERVAL '1-2 3 4:5:6.5'"
                + " YEAR TO SECOND, ['p', 'q'], STRUCT(7 AS x, [8, 9] AS y))"));
    clients.rest.query(QueryJobConfiguration.of("INSERT d.all_types(id) VALUES (2)"));
  }

  @AfterAll
  void stop() {
    reads.close();
    clients.close();
  }

  @Test
  @Fact("RA-040")
  void announcesTheServicesTypes() throws IOException {
    Schema schema = ArrowReads.schema(reads.create(ArrowReads.request("all_types")));

    assertThat(schema.getFields())
        .extracting(field -> field.getName() + " " + field.getType() + " " + field.isNullable())
        .containsExactly(
            "id Int(64, true) false",
            "b Bool true",
            "f FloatingPoint(DOUBLE) true",
            "s Utf8 true",
            "raw Binary true",
            "n Decimal(38, 9, 128) true",
            "small Decimal(10, 2, 128) true",
            "big Decimal(76, 38, 256) true",
            "d Date(DAY) true",
            "t Time(MICROSECOND, 64) true",
            "dt Timestamp(MICROSECOND, null) true",
            "ts Timestamp(MICROSECOND, UTC) true",
            "j Utf8 true",
            "i Interval(MONTH_DAY_NANO) true",
            "list List false",
            "rec Struct true");
    assertThat(schema.findField("list").getChildren().get(0).getName()).isEqualTo("item");
    assertThat(schema.findField("j").getMetadata())
        .containsEntry("ARROW:extension:name", "google:sqlType:json");
  }

  @Test
  @Fact("RA-041")
  void sendsRowsAsRecordBatches() throws IOException {
    ReadSession session = reads.create(ArrowReads.request("all_types"));
    List<ReadRowsResponse> responses = reads.responses(session, 0, 0);

    assertThat(responses.get(0).hasArrowSchema()).isTrue();
    assertThat(responses.get(0).getRowCount()).isEqualTo(2);
    assertThat(ArrowReads.rows(ArrowReads.schema(session), responses))
        .containsExactly(
            "1 | true | 0.5 | ä€ | [0, -1] | -1.500000000 | 2.25 |"
                + " -578960446186580977117854925043439539266.00000000000000000000000000000000000000"
                + " | -1 | 86399999999 | 2026-01-02T03:04:05.000006 | -62135596800000000 |"
                + " {\"a\":1} | P14M3D PT4H5M6.5S | [\"p\",\"q\"] | {\"x\":7,\"y\":[8,9]}",
            "2 | null | null | null | null | null | null | null | null | null | null | null | null"
                + " | null | [] | null");
    assertThat(ArrowReads.rows(ArrowReads.schema(session), reads.responses(session, 0, 1)))
        .hasSize(1);
  }

  @Test
  void refusesCompressedBuffers() {
    CreateReadSessionRequest.Builder request = ArrowReads.request("all_types");
    request
        .getReadSessionBuilder()
        .getReadOptionsBuilder()
        .setArrowSerializationOptions(
            ArrowSerializationOptions.newBuilder()
                .setBufferCompression(CompressionCodec.LZ4_FRAME));

    assertThatThrownBy(() -> reads.create(request))
        .isInstanceOf(UnimplementedException.class)
        .hasMessageContaining(
            "not supported by Penstock local: Arrow buffer compression LZ4_FRAME");
  }

  @Test
  @Fact({"RA-037", "RA-040"})
  void rangesReachAsFarAsTheirTypes() throws Exception {
    clients.rest.query(
        QueryJobConfiguration.of(
            "CREATE TABLE d.ranges AS SELECT RANGE(DATETIME '0001-01-01 00:00:00',"
                + " DATETIME '9999-12-31 23:59:59.999999') AS dt,"
                + " RANGE(TIMESTAMP '0001-01-01', TIMESTAMP '9999-12-31') AS ts,"
                + " [RANGE(DATE '0001-01-01', DATE '9999-12-31')] AS d"));
    ReadSession arrow = reads.create(ArrowReads.request("ranges"));

    assertThat(ArrowReads.rows(ArrowReads.schema(arrow), reads.responses(arrow, 0, 0)))
        .containsExactly(
            "{\"start\":[1,1,1,0,0],\"end\":[9999,12,31,23,59,59,999999000]} |"
                + " {\"start\":-62135596800000000,\"end\":253402214400000000} |"
                + " [{\"start\":-719162,\"end\":2932896}]");
    assertThat(reads.rows(reads.create("ranges")))
        .hasToString(
            "[{\"dt\": {\"start\": \"0001-01-01T00:00:00\","
                + " \"end\": \"9999-12-31T23:59:59.999999\"},"
                + " \"ts\": {\"start\": -62135596800000000, \"end\": 253402214400000000},"
                + " \"d\": [{\"start\": -719162, \"end\": 2932896}]}]");
  }

  @Test
  @Fact("RA-040")
  void refusesAnIntervalThatArrowCannotHold() throws Exception {
    clients.rest.query(
        QueryJobConfiguration.of(
            "CREATE TABLE d.intervals AS SELECT h, MAKE_INTERVAL(hour => h) AS i"
                + " FROM UNNEST([2562047, -2562047, 2562048, -2562048]) AS h"));
    ReadSession fits = arrow("intervals", "abs(h) = 2562047");

    assertThat(ArrowReads.rows(ArrowReads.schema(fits), reads.responses(fits, 0, 0)))
        .containsExactlyInAnyOrder("2562047 | P0D PT2562047H", "-2562047 | P0D PT-2562047H");
    for (String hours : List.of("2562048", "-2562048")) {
      assertThatThrownBy(() -> reads.responses(arrow("intervals", "h = " + hours), 0, 0))
          .isInstanceOf(UnimplementedException.class)
          .hasMessageContaining(
              "not supported by Penstock local: an INTERVAL of "
                  + hours
                  + " hours in Arrow, whose nanoseconds reach 2562047 hours; read it in Avro");
    }
    assertThat(TableReads.column(reads.rows(reads.create("intervals", "h = 2562048")), "i"))
        .containsExactly("{\"months\": 0, \"days\": 0, \"microseconds\": 9223372800000000}");
  }

  private ReadSession arrow(String table, String restriction) {
    CreateReadSessionRequest.Builder request = ArrowReads.request(table);
    request.getReadSessionBuilder().getReadOptionsBuilder().setRowRestriction(restriction);
    return reads.create(request);
  }
}
