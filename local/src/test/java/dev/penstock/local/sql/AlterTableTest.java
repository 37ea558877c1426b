package dev.penstock.local.sql;

import static dev.penstock.local.sql.SqlFixture.field;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.Fact;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables and columns that get other names and types, or go. */
@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AlterTableTest {
  private final SqlFixture sql = new SqlFixture();

  @BeforeEach
  void create() {
    sql.run("DROP TABLE IF EXISTS d.t");
    sql.run("DROP TABLE IF EXISTS d.u");
    sql.run(
        "CREATE TABLE d.t (id INT64 NOT NULL, name STRING, price NUMERIC, day DATE, kind STRING)"
            + " PARTITION BY day CLUSTER BY kind");
    sql.run("INSERT INTO d.t VALUES (1, 'one', 1.50, DATE '2026-01-01', 'a')");
  }

  @AfterAll
  void close() throws SQLException {
    sql.close();
  }

  private List<String> columns(String table) {
    return sql.table(table).fields().stream().map(f -> f.name() + " " + f.type()).toList();
  }

  private void streamed(String table, Instant when) throws SQLException {
    try (Connection connection = sql.rows.open();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "UPDATE "
              + sql.table(table).physicalName()
              + " SET _TABLE_STREAMED = "
              + when.toEpochMilli());
    }
  }

  @Test
  @Fact("SQ-032")
  void renamesATableWithItsRowsCreationTimeAndExpiration() {
    sql.run(
        "ALTER TABLE d.t SET OPTIONS (expiration_timestamp = TIMESTAMP '2030-01-01 00:00:00Z')");
    TableMetadata before = sql.table("t");

    SqlResult result = sql.run("ALTER TABLE d.t RENAME TO u");

    assertThat(result.statementType()).isEqualTo("ALTER_TABLE");
    assertThat(sql.catalog.findTable(new TableId("p", "d", "t"))).isEmpty();
    assertThat(sql.value("SELECT name FROM d.u")).isEqualTo("one");
    assertThat(sql.table("u").creationMillis()).isEqualTo(before.creationMillis());
    assertThat(sql.table("u").expirationMillis())
        .isEqualTo(Instant.parse("2030-01-01T00:00:00Z").toEpochMilli());
    sql.run("INSERT INTO d.u (id) VALUES (2)");
    sql.run("CREATE TABLE d.t (id INT64)");
    assertThat(sql.value("SELECT COUNT(*) FROM d.u")).isEqualTo(2L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ALTER TABLE d.t RENAME TO other.u | takes a table name without a dataset",
        "ALTER TABLE d.t RENAME TO taken | Already Exists: Table p:d.taken",
        "ALTER TABLE d.keyed RENAME TO u | with a primary key cannot be renamed",
        "ALTER TABLE d.none RENAME TO u | Not found: Table p:d.none",
      })
  @Fact({"SQ-032", "CDC-061"})
  void refusesToRename(String statement, String message) {
    sql.run("CREATE TABLE IF NOT EXISTS d.taken (id INT64)");
    sql.run("CREATE TABLE IF NOT EXISTS d.keyed (id INT64, PRIMARY KEY (id) NOT ENFORCED)");

    assertThatThrownBy(() -> sql.run(statement)).hasMessageContaining(message);
    assertThat(sql.value("SELECT COUNT(*) FROM d.t")).isEqualTo(1L);
  }

  @Test
  @Fact("SQ-032")
  void renamesFiveHoursAfterTheLastStreamedRow() throws SQLException {
    streamed("t", SqlFixture.NOW.minusSeconds(5 * 3600 - 1));
    assertThatThrownBy(() -> sql.run("ALTER TABLE d.t RENAME TO u"))
        .hasMessageStartingWith("Table p:d.t has recently been streamed to and cannot be renamed.");

    streamed("t", SqlFixture.NOW.minusSeconds(5 * 3600));
    sql.run("ALTER TABLE d.t RENAME TO u");

    assertThat(sql.table("u").fields()).hasSize(5);
  }

  @Test
  @Fact({"SQ-030", "SQ-031"})
  void renamesAndDropsColumns() {
    sql.run("ALTER TABLE d.t ALTER COLUMN name SET DEFAULT 'none'");
    sql.run("ALTER TABLE d.t ADD COLUMN title STRING");
    sql.run("UPDATE d.t SET title = 'T' WHERE TRUE");

    sql.run(
        "ALTER TABLE d.t RENAME COLUMN name TO tmp, RENAME COLUMN title TO name, RENAME COLUMN tmp"
            + " TO title");
    sql.run("ALTER TABLE d.t DROP COLUMN price, DROP COLUMN IF EXISTS nothing");

    assertThat(columns("t"))
        .containsExactly("id INT64", "title STRING", "day DATE", "kind STRING", "name STRING");
    assertThat(sql.rows("SELECT name, title FROM d.t")).containsExactly(List.of("T", "one"));
    sql.run("INSERT INTO d.t (id, day) VALUES (2, DATE '2026-01-02')");
    assertThat(sql.value("SELECT title FROM d.t WHERE id = 2")).isEqualTo("none");
  }

  @Test
  @Fact("SQ-028")
  void widensTypes() {
    sql.run("ALTER TABLE d.t ALTER COLUMN price SET DATA TYPE BIGNUMERIC");
    sql.run("ALTER TABLE d.t ALTER COLUMN id SET DATA TYPE NUMERIC");
    sql.run("ALTER TABLE d.t ADD COLUMN n INT64, ADD COLUMN s STRING(5)");
    sql.run("UPDATE d.t SET n = 9007199254740993 WHERE TRUE");
    sql.run("ALTER TABLE d.t ALTER COLUMN n SET DATA TYPE FLOAT64");
    sql.run("ALTER TABLE d.t ALTER COLUMN s SET DATA TYPE STRING(10)");

    assertThat(columns("t")).contains("price BIGNUMERIC", "id NUMERIC", "n FLOAT64", "s STRING");
    assertThat(
            sql.value(
                "SELECT CONCAT(CAST(price AS STRING), ' ', CAST(id AS STRING), ' ', CAST(price ="
                    + " BIGNUMERIC '1.5' AS STRING)) FROM d.t"))
        .isEqualTo("1.5 1 true");
    assertThat(sql.table("t").fields().get(5).maxLength()).isNull();
    assertThat(sql.table("t").fields().get(6).maxLength()).isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ALTER TABLE d.t DROP COLUMN day | cannot drop partitioning column day",
        "ALTER TABLE d.t RENAME COLUMN kind TO sort | cannot rename clustering column kind",
        "ALTER TABLE d.t RENAME COLUMN name TO price | Column already exists: price",
        "ALTER TABLE d.t DROP COLUMN nothing | nothing",
        "ALTER TABLE d.t RENAME COLUMN name TO n, ADD COLUMN x INT64 | combin",
        "ALTER TABLE d.t ALTER COLUMN name SET DATA TYPE INT64 | is",
        "ALTER TABLE d.t ALTER COLUMN price SET DATA TYPE INT64 | is",
        "ALTER TABLE d.t ALTER COLUMN name SET DATA TYPE STRING(3) | narrower",
      })
  @Fact({"SQ-028", "SQ-030", "SQ-031"})
  void refusesToChangeColumns(String statement, String message) {
    assertThatThrownBy(() -> sql.run(statement)).hasMessageContaining(message);
    assertThat(columns("t"))
        .containsExactly("id INT64", "name STRING", "price NUMERIC", "day DATE", "kind STRING");
  }

  @Test
  @Fact({"SQ-030", "CDC-061"})
  void refusesToDropAKeyColumn() {
    sql.run("ALTER TABLE d.t ADD PRIMARY KEY (id) NOT ENFORCED");

    assertThatThrownBy(() -> sql.run("ALTER TABLE d.t DROP COLUMN id"))
        .hasMessageContaining("cannot drop primary key column id");
    sql.run("CREATE OR REPLACE TABLE d.u AS SELECT 1 AS id");
    assertThat(sql.table("u").fields()).contains(field("id", FieldType.INT64));
    assertThatThrownBy(() -> sql.run("ALTER TABLE d.u DROP COLUMN id"))
        .hasMessageContaining("cannot drop the only column id");
  }
}
