package dev.penstock.flink.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.QueryJobConfiguration;
import dev.penstock.flink.MiniFlink;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of SQL that are read. */
@Tag("sql")
class TableScanIT {
  private static final String DATASET = "scan";

  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.withSlots(4);

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets(DATASET);

  @BeforeAll
  static void fill() throws InterruptedException {
    bigquery(
        "CREATE TABLE scan.typed AS SELECT 1 AS id, 'Zoë' AS name, TRUE AS flag, b'\\x01\\x02' AS"
            + " body, 0.5 AS ratio, NUMERIC '12.34' AS price, DATE '2026-01-31' AS due, TIME"
            + " '12:34:56' AS clock, DATETIME '2026-01-31 12:34:56.123456' AS wall, TIMESTAMP"
            + " '2026-01-31 12:34:56.123Z' AS moment, STRUCT('Ulm' AS town, 89073 AS zip) AS place,"
            + " ['a', 'b'] AS tags, [STRUCT('k' AS key, 3 AS value)] AS counts");
    bigquery("INSERT INTO scan.typed (id) VALUES (2)");
    bigquery("CREATE TABLE scan.clocks AS SELECT TIME '12:34:56.789999' AS clock");
    bigquery(
        "CREATE TABLE scan.texts AS SELECT JSON '{\"a\": 1}' AS doc,"
            + " INTERVAL '1-2 3 4:5:6' YEAR TO SECOND AS span, 1e300 AS vast");
    bigquery(
        "CREATE TABLE scan.maps AS SELECT [STRUCT('k' AS key, 3 AS value), STRUCT('l', 4), STRUCT('l', 5)] AS counts,"
            + " [STRUCT(b'\\x01' AS key, 7 AS value), STRUCT(b'\\x02', 8), STRUCT(b'\\x02', 9)] AS bins");
    bigquery(
        "CREATE TABLE scan.numbers AS SELECT id, MOD(id, 10) AS digit, 'x' AS unused FROM"
            + " UNNEST(GENERATE_ARRAY(1, 20000)) AS id");
  }

  private static void bigquery(String sql) throws InterruptedException {
    BIGQUERY.client().query(QueryJobConfiguration.of(sql));
  }

  private static List<Row> query(String columns, String table, String more, String sql)
      throws Exception {
    StreamTableEnvironment tables = SqlJobs.tables(SqlJobs.environment());
    tables.executeSql(
        "CREATE TABLE t (" + columns + ")" + SqlJobs.with(BIGQUERY, DATASET, table, more));
    List<Row> rows = new ArrayList<>();
    try (var results = tables.executeSql(sql).collect()) {
      results.forEachRemaining(rows::add);
    }
    return rows;
  }

  /** What is left of a changelog whose last row is the answer. */
  private static Row last(List<Row> rows) {
    Row last = rows.get(rows.size() - 1);
    last.setKind(RowKind.INSERT);
    return last;
  }

  @Test
  @Tag("flink-versions")
  void readsEveryType() throws Exception {
    List<Row> rows =
        query(
            "id BIGINT, name STRING, flag BOOLEAN, body BYTES, ratio DOUBLE, price DECIMAL(10, 2),"
                + " due DATE, clock TIME, wall TIMESTAMP(6), moment TIMESTAMP_LTZ(6), place"
                + " ROW<town STRING, zip INT>, tags ARRAY<STRING>, counts MAP<STRING, BIGINT>",
            "typed",
            "",
            "SELECT * FROM t WHERE id = 1");

    assertThat(rows)
        .containsExactly(
            Row.of(
                1L,
                "Zoë",
                true,
                new byte[] {1, 2},
                0.5,
                new BigDecimal("12.34"),
                LocalDate.of(2026, 1, 31),
                LocalTime.of(12, 34, 56),
                LocalDateTime.parse("2026-01-31T12:34:56.123456"),
                Instant.parse("2026-01-31T12:34:56.123Z"),
                Row.of("Ulm", 89_073),
                new String[] {"a", "b"},
                Map.of("k", 3L)));
  }

  @Test
  void readsNullsAsNull() throws Exception {
    assertThat(
            query(
                "id BIGINT, name STRING, price DECIMAL(10, 2)",
                "typed",
                "",
                "SELECT name, price FROM t WHERE id = 2"))
        .containsExactly(Row.of(null, null));
  }

  /** Flink trusts the declaration: COUNT counted such rows, and texts came out empty. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name STRING NOT NULL | SELECT COUNT(name) FROM t | name",
        "name STRING, PRIMARY KEY (name) NOT ENFORCED | SELECT COUNT(name) FROM t | name",
        "place ROW<town STRING> NOT NULL | SELECT t.place.town FROM t | place"
      })
  void failsForANullThatTheDeclarationExcludes(String columns, String sql, String column) {
    assertThatThrownBy(() -> query(columns, "typed", "", sql))
        .hasStackTraceContaining(
            "Column '" + column + "' is declared NOT NULL, and a row holds NULL. Declare it");
  }

  @Test
  @Tag("flink-versions")
  void readsEachRowOnceAndOnlyTheColumnsOfTheQuery() throws Exception {
    // The declared type of the column that is not asked for would fail the read.
    assertThat(
            last(
                query(
                    "id BIGINT, unused BIGINT",
                    "numbers",
                    "",
                    "SELECT COUNT(id), COUNT(DISTINCT id), SUM(id) FROM t")))
        .isEqualTo(Row.of(20_000L, 20_000L, 200_010_000L));
  }

  @Test
  void countsRowsWithoutAColumn() throws Exception {
    assertThat(last(query("id BIGINT", "numbers", "", "SELECT COUNT(*) FROM t")))
        .isEqualTo(Row.of(20_000L));
  }

  @Test
  void bigQueryKeepsRowsBackThatTheRestrictionExcludes() throws Exception {
    assertThat(
            last(
                query(
                    "id BIGINT",
                    "numbers",
                    ", 'scan.row-restriction'='digit = 3'",
                    "SELECT COUNT(*), MIN(id) FROM t")))
        .isEqualTo(Row.of(2_000L, 3L));
  }

  @Test
  void failsForAColumnOfAnotherType() {
    assertThatThrownBy(() -> query("name BIGINT", "typed", "", "SELECT name FROM t"))
        .hasStackTraceContaining(
            "Column 'name' is declared as BIGINT and is STRING in BigQuery. Declare STRING.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id TIMESTAMP_LTZ(3) | is declared as TIMESTAMP_LTZ(3) and is INT64 in BigQuery. Declare BIGINT.",
        "moment BIGINT | is declared as BIGINT and is TIMESTAMP in BigQuery. Declare TIMESTAMP_LTZ.",
        "moment TIMESTAMP(3) | is TIMESTAMP in BigQuery. Declare TIMESTAMP_LTZ.",
        "clock TIMESTAMP(3) | is TIME in BigQuery. Declare TIME.",
        "price BYTES | is declared as BYTES and is NUMERIC in BigQuery. Declare DECIMAL.",
        "body DECIMAL(10, 2) | is BYTES in BigQuery. Declare BYTES.",
        "name TIMESTAMP(3) | is STRING in BigQuery. Declare STRING.",
        "wall STRING | is DATETIME in BigQuery. Declare TIMESTAMP.",
        "place ARRAY<STRING> | is STRUCT in BigQuery. Declare ROW.",
        "tags MAP<STRING, BIGINT> | is ARRAY<STRING> in BigQuery. Declare ARRAY.",
        "tags ARRAY<BIGINT> | 'tags' is declared as BIGINT and is STRING in BigQuery.",
        "place ROW<zip STRING> | 'place.zip' is declared as STRING and is INT64 in BigQuery.",
        "place ROW<street STRING> | Column 'place.street' is declared and the table lacks it."
      })
  void failsForAColumnThatMeansSomethingElse(String column, String message) {
    assertThatThrownBy(() -> query(column, "typed", "", "SELECT * FROM t"))
        .hasStackTraceContaining(message);
  }

  @Test
  void cutsWhatThePrecisionCannotHold() throws Exception {
    assertThat(
            query(
                "id BIGINT, wall TIMESTAMP(3), moment TIMESTAMP_LTZ(0)",
                "typed",
                "",
                "SELECT wall, moment FROM t WHERE id = 1"))
        .containsExactly(
            Row.of(
                LocalDateTime.parse("2026-01-31T12:34:56.123"),
                Instant.parse("2026-01-31T12:34:56Z")));
  }

  @ParameterizedTest
  @CsvSource({"TIME, 12:34:56", "TIME(2), 12:34:56.78", "TIME(3), 12:34:56.789"})
  void cutsTimesOfDayAsTimestamps(String type, LocalTime expected) throws Exception {
    assertThat(query("clock " + type, "clocks", "", "SELECT clock FROM t"))
        .containsExactly(Row.of(expected));
  }

  @Test
  void readsAsTextWhatFlinkHasNoTypeFor() throws Exception {
    assertThat(query("doc STRING, span STRING", "texts", "", "SELECT doc, span FROM t"))
        .containsExactly(Row.of("{\"a\":1}", "1-2 3 4:5:6"));
  }

  @Test
  void findsTheLastValueOfEachKeyInMaps() throws Exception {
    assertThat(
            query(
                "counts MAP<STRING, BIGINT>, bins MAP<BYTES, BIGINT>",
                "maps",
                "",
                "SELECT counts['k'], counts['l'], counts['x'], CARDINALITY(counts), bins[X'01'],"
                    + " bins[X'02'], CARDINALITY(bins)"
                    + " FROM t"))
        .containsExactly(Row.of(3L, 5L, null, 2, 7L, 9L, 2));
  }

  @Test
  void failsForANumberThatIsTooLargeForFloat() {
    assertThatThrownBy(() -> query("vast FLOAT", "texts", "", "SELECT vast FROM t"))
        .hasStackTraceContaining(
            "A value of column 'vast' is too large for FLOAT. Declare DOUBLE.");
  }

  @Test
  void failsForAValueThatTheDeclaredTypeCannotHold() {
    assertThatThrownBy(() -> query("id TINYINT", "numbers", "", "SELECT id FROM t"))
        .hasStackTraceContaining("A value of column 'id' is outside of -128..127");
  }
}
