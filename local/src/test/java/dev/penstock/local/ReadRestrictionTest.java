package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.gax.rpc.ApiException;
import com.google.api.gax.rpc.StatusCode;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.TableResult;
import java.io.IOException;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Row restrictions of read sessions. */
@Tag("sql")
class ReadRestrictionTest {
  private static LocalClients clients;
  private static TableReads reads;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    clients = LocalClients.inMemory();
    reads = new TableReads(clients.local);
    query(
        "CREATE TABLE d.orders (id INT64 NOT NULL, c1 STRING, stored_0 NUMERIC, made TIMESTAMP,"
            + " tags ARRAY<STRING>, s STRUCT<a INT64, b STRING>,"
            + " items ARRAY<STRUCT<code INT64>>, doc JSON, span INTERVAL, day DATE)");
    query(
        "INSERT INTO d.orders VALUES"
            + " (1, 'one', NUMERIC '1.50', TIMESTAMP '2026-01-02 03:04:05.678901+00', ['x', 'y'],"
            + " (7, 'ab'), [STRUCT(1), STRUCT(2)], JSON '{\"k\":1}', INTERVAL 3 DAY,"
            + " DATE '1969-12-31'),"
            + " (2, NULL, NULL, NULL, [], NULL, [], NULL, NULL, NULL),"
            + " (3, \"it's\", NUMERIC '-2', TIMESTAMP '1960-01-01 00:00:00+00', ['x'], (NULL, ''),"
            + " [STRUCT(2)], JSON 'null', INTERVAL '1-2' YEAR TO MONTH, DATE '2026-01-01')");
    query(
        "CREATE TABLE d.parted (id INT64, day DATE) PARTITION BY day"
            + " OPTIONS (require_partition_filter = TRUE)");
    query("INSERT INTO d.parted VALUES (1, DATE '2026-01-01'), (2, DATE '2026-01-02')");
  }

  private static void query(String sql) throws InterruptedException {
    TableResult unused = clients.rest.query(QueryJobConfiguration.of(sql));
  }

  @AfterAll
  static void stop() {
    reads.close();
    clients.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "id > 1; 2 3",
        "ID = 1 OR c1 = 'it\\'s'; 1 3",
        "c1 IS NULL; 2",
        "`stored_0` < 0; 3",
        "made >= TIMESTAMP '2026-01-02 03:04:05.678901 UTC'; 1",
        "day < DATE '1970-01-01'; 1",
        "s.a = 7; 1",
        "s IS NOT NULL AND s.b = ''; 3",
        "'y' IN UNNEST(tags); 1",
        "ARRAY_LENGTH(tags) = 0; 2",
        "EXISTS(SELECT 1 FROM UNNEST(items) AS c1 WHERE c1.code = 1); 1",
        "JSON_VALUE(doc, '$.k') = '1'; 1",
        "span = INTERVAL 3 DAY; 1",
        "TRUE; 1 2 3",
        "CAST(NULL AS BOOL); ~~",
        "NULL; ~~",
        "id = 1 -- a comment; 1",
      })
  @Fact("RA-006")
  void givesTheRowsThatMeetACondition(String restriction, String ids) throws IOException {
    StringBuilder found = new StringBuilder();
    for (GenericRecord row : reads.rows(reads.create("orders", restriction, "id", "span"))) {
      found.append(found.isEmpty() ? "" : " ").append(row.get("id"));
    }

    assertThat(found).hasToString(ids);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "nope = 1; Unrecognized name: nope at [1:1]",
        "id = 'x'; No matching signature for operator = for argument types: INT64, STRING",
        "id; row_restriction has type INT64 (expected: BOOL)",
        "id = 1); Syntax error: Expected end of input but got \")\" at [1:7]",
        "COUNT(*) > 1; Aggregate function COUNT(*) not allowed in standalone expression",
        "id IN (SELECT id FROM d.orders); Table not found: d.orders",
        "1 / (id - 1) > 0; division by zero",
      })
  @Fact("RA-006")
  void refusesABadConditionWithTheAnalyzersText(String restriction, String text) {
    assertThatThrownBy(() -> reads.create("orders", restriction))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.getStatusCode().getCode()).isEqualTo(StatusCode.Code.INVALID_ARGUMENT);
              assertThat(e.getMessage()).contains("request failed: Query error: " + text);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "id = 1", "day = DATE '2026-01-01' OR id = 1", "day < DATE '2026-01-01' + id"})
  @Fact("SQ-042")
  void refusesAReadWithoutThePartitionFilterThatTheTableRequires(String restriction) {
    assertThatThrownBy(() -> reads.create("parted", restriction))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.getStatusCode().getCode()).isEqualTo(StatusCode.Code.INVALID_ARGUMENT);
              assertThat(e.getMessage())
                  .contains("request failed: Query error: Cannot query over table '")
                  .contains(
                      "' without a filter over column(s) 'day' that can be used for partition"
                          + " elimination");
            });
  }

  @Test
  @Fact("SQ-042")
  void readsWithThePartitionFilterThatTheTableRequires() throws IOException {
    assertThat(reads.rows(reads.create("parted", "id > 0 AND Day = DATE '2026-01-01'")))
        .extracting(row -> row.get("id"))
        .containsExactly(1L);
  }

  @Test
  @Fact({"RA-006", "QT-039"})
  void refusesAConditionOfMoreThanAMegabyte() {
    assertThatThrownBy(() -> reads.create("orders", "id = " + "1".repeat(1_000_000)))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("row_restriction has 1000005 characters (expected: at most 1000000)");
  }
}
