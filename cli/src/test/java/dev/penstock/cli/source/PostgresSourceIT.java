package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresSourceIT {
  @TempDir static Path home;
  static PostgresServer server;

  @BeforeAll
  static void start() {
    server = PostgresServer.start(home);
    server.createTypes();
    server.execute(
        "CREATE TABLE numbers AS SELECT g AS n, 'row ' || g AS t FROM generate_series(1, 5000) g",
        "ANALYZE numbers",
        "CREATE TABLE \"Order Items\" (\"Item\" int4, part int4, PRIMARY KEY (part, \"Item\"))",
        "CREATE TABLE days (day date, n int4) PARTITION BY RANGE (day)",
        "CREATE TABLE days_1 PARTITION OF days FOR VALUES FROM ('2026-01-01') TO ('2026-01-02')",
        "CREATE TABLE days_2 PARTITION OF days FOR VALUES FROM ('2026-01-02') TO ('2026-01-03')",
        "INSERT INTO days VALUES ('2026-01-01', 1), ('2026-01-02', 2)",
        "CREATE VIEW evens AS SELECT n FROM numbers WHERE n % 2 = 0 AND n <= 6",
        "CREATE TABLE empty (n int4)",
        "CREATE TABLE \"Twin\" (n int4)",
        "CREATE TABLE \"TWIN\" (n int4)",
        "CREATE ROLE reader LOGIN PASSWORD 'sesame'");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static SourceTable inspect(String table) {
    return server.source(table).inspect(Wanted.NOTHING);
  }

  private static List<String> columns(SourceTable table) {
    return table.columns().stream()
        .map(report -> report.sourceName() + " " + type(report.column()))
        .toList();
  }

  private static String type(Column column) {
    String parameters =
        column.precision() != null
            ? "(" + column.precision() + ", " + column.scale() + ")"
            : column.maxLength() != null ? "(" + column.maxLength() + ")" : "";
    return column.type() + parameters + (column.mode().name().equals("REPEATED") ? "[]" : "");
  }

  @Test
  void givesEveryTypeItsColumn() {
    assertThat(columns(inspect("types.scalars")))
        .containsExactly(
            "id INT64",
            "c_bool BOOL",
            "c_int2 INT64",
            "c_int4 INT64",
            "c_int8 INT64",
            "c_oid INT64",
            "c_float4 FLOAT64",
            "c_float8 FLOAT64",
            "c_numeric BIGNUMERIC",
            "c_numeric_10_2 NUMERIC(10, 2)",
            "c_numeric_38_0 BIGNUMERIC(38, 0)",
            "c_numeric_20_12 BIGNUMERIC(20, 12)",
            "c_numeric_negative NUMERIC",
            "c_price NUMERIC(12, 2)",
            "c_money STRING",
            "c_text STRING",
            "c_varchar STRING(5)",
            "c_varchar_any STRING",
            "c_char STRING(4)",
            "c_tag STRING(8)",
            "c_bytea BYTES",
            "c_uuid STRING",
            "c_json JSON",
            "c_jsonb JSON",
            "c_date DATE",
            "c_time TIME",
            "c_timetz STRING",
            "c_timestamp DATETIME",
            "c_timestamptz TIMESTAMP",
            "c_interval INTERVAL",
            "c_enum STRING",
            "c_composite STRING",
            "c_inet STRING",
            "c_cidr STRING",
            "c_macaddr STRING",
            "c_bit STRING",
            "c_varbit STRING",
            "c_point STRING",
            "c_xml STRING",
            "c_tsvector STRING",
            "c_int4range STRING",
            "c_tstzrange STRING",
            "c_generated INT64",
            "C Upper STRING");
  }

  @Test
  void readsEveryTypeExactly() {
    Map<String, String> row = RowTexts.all(inspect("types.scalars")).get(0);
    assertThat(row.values())
        .containsExactly(
            "1",
            "true",
            "2",
            "3",
            "4",
            "5",
            "1.5",
            "0.1",
            "1.10",
            "1234567.89",
            "12345678901234567890123456789012345678",
            "1.000000000001",
            "1200",
            "9.99",
            "$1,234.50",
            "plain",
            "five!",
            "any",
            "ab  ",
            "tag",
            "00ff",
            "00112233-4455-6677-8899-aabbccddeeff",
            "{\"a\": 1}",
            "{\"a\": 1}",
            "20484",
            "45296789000",
            "12:34:56.789+02",
            "1769862896789012",
            "1769855696789012",
            "1-2 3 4:5:6.700000",
            "happy",
            "(1,x)",
            "192.168.0.1/24",
            "10.0.0.0/8",
            "08:00:2b:01:02:03",
            "101",
            "1",
            "(1,2)",
            "<a/>",
            "'a' 'cat' 'fat'",
            "[1,5)",
            "[\"2026-01-30 22:00:00+00\",)",
            "6",
            "upper");
  }

  @Test
  void readsEdgesExactly() {
    Map<String, String> row = RowTexts.all(inspect("types.scalars")).get(1);
    assertThat(row)
        .containsEntry("c_int2", "-32768")
        .containsEntry("c_int4", "-2147483648")
        .containsEntry("c_int8", "-9223372036854775808")
        .containsEntry("c_oid", "4294967295")
        .containsEntry("c_float4", "NaN")
        .containsEntry("c_float8", "-Infinity")
        .containsEntry(
            "c_numeric",
            "-12345678901234567890123456789012345678.00000000000000000000000000000000000001")
        .containsEntry("c_numeric_10_2", "-99999999.99")
        .containsEntry("c_numeric_20_12", "-0.000000000001")
        .containsEntry("c_numeric_negative", "-999900")
        .containsEntry("c_price", "0.00")
        .containsEntry("c_text", "é😀")
        .containsEntry("c_varchar", "😀😀😀😀😀")
        .containsEntry("c_varchar_any", "")
        .containsEntry("c_char", "    ")
        .containsEntry("c_bytea", "")
        .containsEntry("c_json", "[1, 1.0]")
        .containsEntry("c_jsonb", "\"x\"")
        .containsEntry("c_date", "-719162")
        .containsEntry("c_time", "0")
        .containsEntry("c_timetz", "24:00:00-15:59")
        .containsEntry("c_timestamp", "-62135596800000000")
        .containsEntry("c_timestamptz", "253402300799999999")
        .containsEntry("c_interval", "-1-2 3 -4:5:6.000007")
        .containsEntry("c_composite", "(,\"a,b\")")
        .containsEntry("c_varbit", "")
        .containsEntry("C_Upper", "");
  }

  @Test
  void readsNulls() {
    Map<String, String> row = RowTexts.all(inspect("types.scalars")).get(2);
    assertThat(row.keySet().stream().filter(column -> !"NULL".equals(row.get(column))))
        .containsExactly("id", "c_int4", "c_generated");
  }

  @Test
  void readsArraysAsLists() {
    SourceTable table = inspect("types.arrays");
    assertThat(columns(table))
        .containsExactly(
            "c_int4 INT64[]",
            "c_text STRING[]",
            "c_varchar STRING(5)[]",
            "c_numeric NUMERIC(10, 2)[]",
            "c_timestamptz TIMESTAMP[]",
            "c_mood STRING[]",
            "c_inet STRING[]",
            "c_bytea BYTES[]",
            "c_price STRING[]");
    List<Map<String, String>> rows = RowTexts.all(table);
    assertThat(rows.get(0).values())
        .containsExactly(
            "[1, 2]",
            "[a, b,c, ]",
            "[five!]",
            "[1.10, -2.00]",
            "[1769853600000000]",
            "[sad, happy]",
            "[192.168.0.1/32]",
            "[00, ]",
            "[9.99]");
    assertThat(rows.get(1).values())
        .containsExactly("[]", "[]", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL");
  }

  /** Naive times are calendar times, never instants. */
  @Test
  void trapD36NaiveTimesAreDatetimes() {
    SourceTable table =
        inspect("query:SELECT timestamp '2011-12-30 12:00' AS naive, now()::timestamptz AS zoned");
    assertThat(table.schema().fields())
        .extracting(field -> field.kind())
        .containsExactly(ValueKind.DATETIME, ValueKind.INSTANT);
    assertThat(columns(table)).containsExactly("naive DATETIME", "zoned TIMESTAMP");
    // A day that this zone never had.
    assertThat(RowTexts.all(table).get(0)).containsEntry("naive", "1325246400000000");
  }

  /** No column is made that the service refuses: NUMERIC has 29 digits before the point. */
  @ParameterizedTest
  @CsvSource({
    "'numeric(10, 2)', 'NUMERIC(10, 2)'",
    "'numeric(38, 9)', 'NUMERIC(38, 9)'",
    "'numeric(38, 0)', 'BIGNUMERIC(38, 0)'",
    "'numeric(20, 12)', 'BIGNUMERIC(20, 12)'",
    "'numeric(31, 2)', 'NUMERIC(31, 2)'",
    "'numeric(32, 2)', 'BIGNUMERIC(32, 2)'",
    "'numeric(76, 38)', 'BIGNUMERIC(76, 38)'",
    "'numeric(77, 38)', 'STRING'",
    "'numeric(3, 5)', 'NUMERIC'",
    "'numeric', 'BIGNUMERIC'"
  })
  void trapD53DecimalsGetColumnsThatTheServiceTakes(String declared, String column) {
    assertThat(columns(inspect("query:SELECT NULL::" + declared + " AS n")))
        .containsExactly("n " + column);
  }

  @ParameterizedTest
  @CsvSource({
    "'infinity'::date, DATE",
    "'-infinity'::timestamp, DATETIME or TIMESTAMP",
    "'infinity'::timestamptz, DATETIME or TIMESTAMP",
    "'infinity'::interval, INTERVAL"
  })
  void refusesInfiniteTimes(String value, String type) {
    assertThatThrownBy(() -> RowTexts.all(inspect("query:SELECT " + value + " AS c")))
        .isInstanceOf(RowFaultException.class)
        .hasMessage(
            "Column 'c' is infinite, and no "
                + type
                + " is. Correct it at the source, or select NULL for it in a query.");
  }

  @ParameterizedTest
  @CsvSource({"NaN", "Infinity", "-Infinity"})
  void refusesNumericsThatAreNoNumbers(String value) {
    assertThatThrownBy(() -> RowTexts.all(inspect("query:SELECT '" + value + "'::numeric AS c")))
        .isInstanceOf(RowFaultException.class)
        .hasMessageStartingWith("Column 'c' is NaN or infinite, and no NUMERIC is.");
  }

  @Test
  void refusesArraysOfDimensions() {
    assertThatThrownBy(() -> RowTexts.all(inspect("query:SELECT '{{1},{2}}'::int4[] AS c")))
        .isInstanceOf(RowFaultException.class)
        .hasMessage(
            "Column 'c' is an array of 2 dimensions, and BigQuery has no array of arrays. Cast it"
                + " to text or unnest it in a query.");
  }

  @Test
  void tellsKeyNullsAndSize() {
    SourceTable table = inspect("Order Items");
    assertThat(table.primaryKey()).containsExactly("part", "Item");
    assertThat(table.schema().fields()).allMatch(field -> !field.nullable());
    assertThat(inspect("types.scalars").primaryKey()).containsExactly("id");
    assertThat(inspect("numbers").primaryKey()).isEmpty();
    assertThat(inspect("numbers").rowCount()).hasValue(5000);
    assertThat(inspect("empty").rowCount()).isEmpty();
  }

  @Test
  void readsTablesOfManyRowsInOrder() {
    List<Map<String, String>> rows = RowTexts.all(inspect("numbers"));
    assertThat(rows).hasSize(5000);
    assertThat(rows.get(4999)).containsEntry("n", "5000").containsEntry("t", "row 5000");
  }

  @Test
  void readsPartitionedTablesViewsAndEmptyTables() {
    assertThat(RowTexts.all(inspect("days"))).extracting(row -> row.get("n")).contains("1", "2");
    assertThat(RowTexts.all(inspect("public.evens")))
        .extracting(row -> row.get("n"))
        .containsExactly("2", "4", "6");
    assertThat(RowTexts.all(inspect("empty"))).isEmpty();
  }

  @Test
  void readsQueriesWithEqualNamesAndSemicolons() {
    SourceTable table = inspect("query:WITH x AS (SELECT 1 AS n) SELECT n, n + 1 AS m FROM x; ");
    assertThat(RowTexts.all(table)).containsExactly(Map.of("n", "1", "m", "2"));
    assertThat(columns(inspect("query:SELECT 1 AS a -- a comment"))).containsExactly("a INT64");
  }

  @Test
  void readsTheTableAsItWasWhenTheRowsWereOpened() {
    server.execute("CREATE TABLE moving AS SELECT g AS n FROM generate_series(1, 3) g");
    try (RowCursor cursor = inspect("moving").rows()) {
      assertThat(cursor.next()).isTrue();
      server.execute("DELETE FROM moving");
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.position()).isEqualTo("row 3");
      assertThat(cursor.next()).isFalse();
      assertThat(cursor.next()).isFalse();
    }
  }

  @Test
  void castsColumnsThatChangedTheirTypeMeanwhile() {
    server.execute("CREATE TABLE retyped (n int8)", "INSERT INTO retyped VALUES (7)");
    SourceTable table = inspect("retyped");
    server.execute("ALTER TABLE retyped ALTER COLUMN n TYPE int2");
    assertThat(RowTexts.all(table)).containsExactly(Map.of("n", "7"));
  }

  @Test
  void closesInTheMiddleOfTheRows() {
    RowCursor cursor = inspect("numbers").rows();
    assertThat(cursor.next()).isTrue();
    cursor.close();
    assertThat(cursor.next()).isFalse();
  }

  @Test
  void namesTablesThatAreNotThere() {
    assertThatThrownBy(() -> inspect("nowhere"))
        .isInstanceOf(IngestException.class)
        .hasMessage(
            "Table 'nowhere' is not there, or the user may not see it. Name it as schema.table,"
                + " and check the database in the URI.");
    assertThatThrownBy(() -> inspect("scalars"))
        .hasMessageEndingWith(
            "There is types.scalars; name it so, in quotes where letters are capital.");
    assertThatThrownBy(() -> inspect("twin")).hasMessageContaining("public.TWIN, public.Twin");
    assertThat(columns(inspect("Twin"))).containsExactly("n INT64");
  }

  @Test
  void refusesWrongLoginsWithoutThePassword() {
    String uri = "postgresql://reader:wrong-word@127.0.0.1:" + server.port() + "/postgres";
    // The server of tests trusts everybody; a user that is not there is refused like a wrong word.
    String nobody = uri.replace("reader", "nobody");
    assertThatThrownBy(() -> open(nobody, "numbers").inspect(Wanted.NOTHING))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CREDENTIALS))
        .hasMessageContaining("refused the login")
        .hasMessageNotContaining("wrong-word");
    assertThatThrownBy(() -> open(uri, "numbers").inspect(Wanted.NOTHING).rows())
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PERMISSION_DENIED))
        .hasMessageContaining("Grant the user SELECT on it.")
        .hasMessageNotContaining("wrong-word");
  }

  @Test
  void refusesDatabasesAndServersThatAreNotThere() {
    String other = server.uri().replaceFirst("/postgres$", "/other");
    assertThatThrownBy(() -> open(other, "numbers").inspect(Wanted.NOTHING))
        .hasMessage(
            "PostgreSQL at 127.0.0.1:"
                + server.port()
                + " has no database 'other'. Correct the URI.");
    assertThatThrownBy(
            () -> open("postgresql://u:secret@127.0.0.1:1/d", "t").inspect(Wanted.NOTHING))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
        .hasMessageStartingWith("PostgreSQL at 127.0.0.1:1 cannot be reached")
        .hasMessageNotContaining("secret");
  }

  @Test
  void namesErrorsInQueriesButNoValues() {
    assertThatThrownBy(() -> inspect("query:SELEC 1")).hasMessageContaining("syntax error");
    assertThatThrownBy(() -> inspect("query:SELECT * FROM nowhere"))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND));
    SourceTable casts = inspect("query:SELECT t::int4 AS c FROM numbers");
    assertThatThrownBy(() -> RowTexts.all(casts))
        .isInstanceOf(IngestException.class)
        .hasMessageContaining("SQL state 22P02")
        .hasMessageNotContaining("row 1")
        .hasNoCause();
  }

  @Test
  void cannotWrite() {
    server.execute("CREATE SEQUENCE steps");
    SourceTable table = inspect("query:SELECT nextval('steps') AS n");
    assertThatThrownBy(() -> RowTexts.all(table)).hasMessageContaining("read-only transaction");
  }

  private static Source open(String uri, String table) {
    return Sources.open(SourceUri.parse("from", uri), table);
  }
}
