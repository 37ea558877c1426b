package dev.penstock.local.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.Fact;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tables by the beginning of their names, and the list of a dataset's tables. */
@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WildcardTableTest {
  private final SqlFixture sql = new SqlFixture();

  @BeforeAll
  void createTables() {
    sql.run("CREATE TABLE d.events_20260101 AS SELECT 1 AS id");
    sql.run("CREATE TABLE d.events_20260102 AS SELECT 2 AS id, 'b' AS name");
    sql.run("CREATE TABLE d.events_20260103 (id INT64 NOT NULL, name STRING)");
    sql.run("INSERT d.events_20260103 VALUES (3, 'c')");
    sql.run("CREATE TABLE d.odd_1 AS SELECT 1 AS id");
    sql.run("CREATE TABLE d.odd_2 AS SELECT 'x' AS id");
    sql.run("CREATE VIEW d.seen_1 AS SELECT 1 AS id");
  }

  @AfterAll
  void close() throws SQLException {
    sql.close();
  }

  @Test
  @Fact("RT-048")
  void aTableLacksTheColumnsThatOnlyANewerOneHas() {
    assertThat(
            Printed.rows(sql.run("SELECT *, _TABLE_SUFFIX AS day FROM `p.d.events_*` ORDER BY id")))
        .containsExactly("1 | NULL | 20260101", "2 | b | 20260102", "3 | c | 20260103");
  }

  @Test
  void aSuffixSelectsTables() {
    assertThat(
            Printed.rows(
                sql.run(
                    "SELECT * FROM `d.events_2026*` WHERE _TABLE_SUFFIX BETWEEN '0102' AND '0103'"
                        + " ORDER BY id")))
        .containsExactly("2 | b", "3 | c");
  }

  @Test
  void refusesWhatNoTableOrNoColumnFits() {
    assertThatThrownBy(() -> sql.run("SELECT * FROM `d.none_*`"))
        .hasMessage("p:d.none_* does not match any table.");
    assertThatThrownBy(() -> sql.run("SELECT * FROM `d.odd_*`"))
        .hasMessageStartingWith("Cannot read field of type ")
        .hasMessageContaining("Field: id");
    assertThatThrownBy(() -> sql.run("SELECT * FROM `d.seen_*`"))
        .hasMessage("Views cannot be queried through prefix. Matched views are: p.d.seen_1");
    assertThatThrownBy(() -> sql.run("DELETE FROM `d.events_*` WHERE TRUE"))
        .hasMessageContaining("Cannot modify p.d.events_*");
  }

  @Test
  void theListOfTablesTellsTheirSizes() {
    assertThat(
            Printed.rows(
                sql.run(
                    "SELECT table_id, row_count, size_bytes, type FROM d.__TABLES__"
                        + " WHERE table_id IN ('events_20260103', 'seen_1') ORDER BY 1")))
        .containsExactly("events_20260103 | 1 | 11 | 1", "seen_1 | 0 | 0 | 2");
  }
}
