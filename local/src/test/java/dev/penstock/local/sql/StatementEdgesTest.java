package dev.penstock.local.sql;

import static dev.penstock.local.sql.SqlFixture.field;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.Fact;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import java.sql.SQLException;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What statements take and refuse at the edges of what this server does. */
@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StatementEdgesTest {
  private final SqlFixture sql = new SqlFixture();

  @BeforeAll
  void createTables() {
    sql.create(
        "target",
        field("id", FieldType.INT64),
        field("n", FieldType.NUMERIC),
        field("b", FieldType.BIGNUMERIC),
        field("f", FieldType.FLOAT64),
        field("s", FieldType.STRING),
        field("d", FieldType.DATE),
        field("dt", FieldType.DATETIME),
        field("t", FieldType.TIME),
        field("ts", FieldType.TIMESTAMP));
    sql.create("source", field("s", FieldType.STRING), field("i", FieldType.INT64));
  }

  @AfterAll
  void close() throws SQLException {
    sql.close();
  }

  @Test
  void refusesToTruncateForTheReasonThatApplies() {
    sql.create("stock", field("id", FieldType.INT64));
    assertThatThrownBy(() -> sql.run("TRUNCATE TABLE stock WHERE id = 1"))
        .hasMessage("not supported by Penstock local: SQL TRUNCATE TABLE with WHERE");
    sql.run("ALTER TABLE stock ADD PRIMARY KEY (id) NOT ENFORCED");
    TableMetadata unused = sql.catalog.markChanged(sql.table("stock"));
    assertThatThrownBy(() -> sql.run("TRUNCATE TABLE stock"))
        .hasMessage(
            "not supported by Penstock local: SQL TRUNCATE TABLE of a table that had UPSERT"
                + " streams");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT INTO came (_PARTITIONTIME, id) VALUES (TIMESTAMP '2026-01-01', 1)"
            + "|INSERT of a value for _PARTITIONTIME",
        "INSERT INTO came (_PARTITIONDATE, id) SELECT DATE '2026-01-01', 1"
            + "|INSERT of a value for _PARTITIONDATE",
        "UPDATE came SET _PARTITIONTIME = TIMESTAMP '2026-01-01' WHERE TRUE"
            + "|UPDATE of a value for _PARTITIONTIME",
        "MERGE came USING (SELECT 1) ON FALSE WHEN NOT MATCHED THEN"
            + " INSERT (_PARTITIONTIME, id) VALUES (TIMESTAMP '2026-01-01', 1)"
            + "|INSERT of a value for _PARTITIONTIME",
      })
  void namesThePartitionOfARowAsLeftOut(String statement, String leftOut) {
    sql.run("CREATE OR REPLACE TABLE came (id INT64) PARTITION BY _PARTITIONDATE");

    assertThatThrownBy(() -> sql.run(statement))
        .hasMessage("not supported by Penstock local: SQL " + leftOut);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "n | CAST(7 AS INT64) | 7",
        "b | CAST(7 AS INT64) | 7",
        "f | CAST(7 AS INT64) | 7.0",
        "b | NUMERIC '1.5' | 1.5",
        "f | NUMERIC '1.5' | 1.5",
        "f | BIGNUMERIC '1.5' | 1.5",
        "d | '2026-01-02' | 2026-01-02",
        "dt | '2026-01-02 03:04:05' | 2026-01-02T03:04:05",
        "t | '03:04:05' | 03:04:05",
        "ts | '2026-01-02 03:04:05Z' | 2026-01-02T03:04:05Z",
      })
  @Fact("SQ-016")
  void coercesWhatItMay(String column, String value, String stored) {
    sql.run("TRUNCATE TABLE target");
    sql.run("INSERT target (" + column + ") VALUES (" + value + ")");
    sql.run(
        "MERGE target USING (SELECT 1 AS one) ON FALSE WHEN NOT MATCHED THEN INSERT ("
            + column
            + ") VALUES ("
            + value
            + ")");

    assertThat(Printed.rows(sql.run("SELECT " + column + " FROM target")))
        .containsExactly(stored, stored);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "id, NUMERIC '1', INT64, NUMERIC",
        "id, '1', INT64, STRING",
        "n, 1.5e0, NUMERIC, FLOAT64",
        "n, BIGNUMERIC '1', NUMERIC, BIGNUMERIC",
        "s, 1, STRING, INT64",
        "d, source.s, DATE, STRING",
        "ts, source.s, TIMESTAMP, STRING"
      })
  @Fact("SQ-016")
  void refusesWhatItMayNot(String column, String value, String to, String from) {
    assertThatThrownBy(
            () -> sql.run("INSERT target (" + column + ") SELECT " + value + " FROM source"))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining(from)
        .hasMessageContaining(to);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "SELECT * FROM APPENDS(TABLE source) | APPENDS",
        "SELECT * FROM APPENDS(TABLE d.source, NULL, NULL) | APPENDS",
        "SELECT * FROM CHANGES(TABLE source, NULL, CURRENT_TIMESTAMP()) | CHANGES",
        "EXPORT DATA OPTIONS(uri='gs://b/*', format='CSV') AS SELECT 1 AS a | EXPORT DATA",
        "LOAD DATA INTO d.new FROM FILES(format='CSV', uris=['gs://b/o']) | LOAD DATA",
        "LOAD DATA OVERWRITE d.new FROM FILES(format='CSV', uris=['gs://b/o']) | LOAD DATA"
      })
  @Fact({"SQ-064", "SQ-065", "SQ-066"})
  void refusesByNameWhatIsLeftOut(String statement, String name) {
    assertThatThrownBy(() -> sql.run(statement))
        .hasMessageStartingWith("not supported by Penstock local: ")
        .hasMessageContaining(name);
  }

  @Test
  @Fact("QT-020")
  void queriesHaveTheirSizes() {
    assertThatThrownBy(() -> sql.run("SELECT 1 --" + "x".repeat(1024 * 1024)))
        .hasMessage(
            "The query is too large. The maximum standard SQL query length is 1024.00K characters,"
                + " including comments and white space characters.");
    SqlParameter[] parameters =
        Collections.nCopies(10_001, new SqlParameter(null, field("", FieldType.INT64), 1L))
            .toArray(SqlParameter[]::new);
    assertThatThrownBy(() -> sql.run("SELECT ?", parameters))
        .hasMessage("Too many query parameters: 10001, the limit is 10000.");
    String tables =
        IntStream.range(0, 1_001).mapToObj(i -> "t" + i).collect(Collectors.joining(", "));
    assertThatThrownBy(() -> sql.run("SELECT 1 FROM " + tables))
        .hasMessage("The query names too many tables and views: 1001, the limit is 1000.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"DATE", "DATETIME", "TIMESTAMP"})
  @Fact("LD-054")
  void rowsOutsideOfTheYearsOfPartitionsHaveNone(String type) {
    sql.run("CREATE TABLE by_" + type + " (seen " + type + ") PARTITION BY " + unit(type));
    sql.run(
        ("INSERT by_%s SELECT CAST(day AS %s) FROM UNNEST([DATE '1959-12-31', '1960-01-01',"
                + " '2159-12-31', '2160-01-01', NULL]) AS day")
            .formatted(type, type));

    assertThat(
            Printed.rows(
                sql.run(
                    "SELECT partition_id, total_rows FROM d.INFORMATION_SCHEMA.PARTITIONS WHERE"
                        + " table_name = 'by_"
                        + type
                        + "' ORDER BY 1")))
        .containsExactly("19600101 | 1", "21591231 | 1", "__NULL__ | 1", "__UNPARTITIONED__ | 2");
  }

  private static String unit(String type) {
    return switch (type) {
      case "DATE" -> "seen";
      case "DATETIME" -> "DATETIME_TRUNC(seen, DAY)";
      default -> "TIMESTAMP_TRUNC(seen, DAY)";
    };
  }
}
