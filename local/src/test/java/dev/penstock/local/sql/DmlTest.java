package dev.penstock.local.sql;

import static dev.penstock.local.sql.SqlFixture.field;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.Fact;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("sql")
final class DmlTest {
  private final SqlFixture sql = new SqlFixture();

  @BeforeEach
  void createTable() {
    TableMetadata stock =
        sql.create(
            "stock",
            Field.of("id", FieldType.INT64, Mode.REQUIRED),
            field("name", FieldType.STRING),
            new Field(
                "n",
                FieldType.INT64,
                Mode.NULLABLE,
                List.of(),
                null,
                null,
                null,
                null,
                "7",
                List.of(),
                false));
    sql.fill(stock, "(1, 'one', 10), (2, 'two', 20), (3, NULL, NULL)");
  }

  @AfterEach
  void close() throws SQLException {
    sql.close();
  }

  private long affected(String statement) {
    return sql.run(statement).affectedRows();
  }

  private List<String> stock() {
    return Printed.rows(sql.run("SELECT * FROM stock ORDER BY id, name"));
  }

  @Test
  @Fact({"SQ-007", "SQ-009", "SQ-026"})
  void insertsValues() {
    assertThat(affected("INSERT INTO stock (id, name) VALUES (4, 'four'), (5, NULL)")).isEqualTo(2);
    assertThat(affected("INSERT stock VALUES (6, 'six', DEFAULT), (7, 'seven', NULL)"))
        .isEqualTo(2);

    assertThat(stock())
        .containsExactly(
            "1 | one | 10",
            "2 | two | 20",
            "3 | NULL | NULL",
            "4 | four | 7",
            "5 | NULL | 7",
            "6 | six | 7",
            "7 | seven | NULL");
  }

  @Test
  void storesAConstantDateAsTheDatetimeItIs() {
    sql.run("CREATE TABLE d.visits (id INT64, seen DATETIME DEFAULT DATE '2020-05-06')");
    sql.run("INSERT d.visits (id, seen) VALUES (1, DATE '2020-01-02'), (2, DATETIME '2020-01-03')");
    sql.run("INSERT d.visits (id) VALUES (3)");

    assertThat(
            Printed.rows(
                sql.run("SELECT * FROM d.visits WHERE seen >= DATE '2020-01-01' ORDER BY id")))
        .containsExactly("1 | 2020-01-02T00:00", "2 | 2020-01-03T00:00", "3 | 2020-05-06T00:00");
    assertThat(
            affected("UPDATE d.visits SET seen = DATE '2021-01-02' WHERE seen = DATE '2020-01-02'"))
        .isEqualTo(1);
    assertThat(
            Printed.rows(
                sql.run(
                    "SELECT id, seen FROM d.visits WHERE seen BETWEEN DATE '2021-01-01' AND DATE"
                        + " '2021-12-31'")))
        .containsExactly("1 | 2021-01-02T00:00");
  }

  @Test
  @Fact("SQ-012")
  void insertsAQueryOverTheSameTable() {
    SqlResult result =
        sql.run(
            "INSERT INTO d.stock (id, name, n) SELECT id + 10, name, n FROM stock WHERE id < 3");

    assertThat(result.statementType()).isEqualTo("INSERT");
    assertThat(result.affectedRows()).isEqualTo(2);
    assertThat(stock())
        .containsExactly(
            "1 | one | 10", "2 | two | 20", "3 | NULL | NULL", "11 | one | 10", "12 | two | 20");
  }

  @Test
  void insertsEveryType() {
    sql.run(
        "CREATE TABLE every (b BOOL, f FLOAT64, n NUMERIC, bn BIGNUMERIC, s STRING, y BYTES,"
            + " d DATE, t TIME, dt DATETIME, ts TIMESTAMP, j JSON, iv INTERVAL, a ARRAY<DATE>,"
            + " st STRUCT<x INT64, y ARRAY<STRING>>)");
    sql.run(
        "INSERT INTO every VALUES (TRUE, 1.5, NUMERIC '-2.5', BIGNUMERIC '1e-20', 'it\\'s',"
            + " b'\\x01', '2020-01-02', '03:04:05.6', '2011-12-30 01:02:03', '2020-01-02"
            + " 03:04:05+02', JSON '{\"a\": 1}', INTERVAL '1-2 3 4:5:6' YEAR TO SECOND, [DATE"
            + " '2020-01-03'], (5, ['p', 'q']))");

    assertThat(Printed.rows(sql.run("SELECT * FROM every")))
        .containsExactly(
            "true | 1.5 | -2.5 | 0.00000000000000000001 | it's | 01 | 2020-01-02 | 03:04:05.600"
                + " | 2011-12-30T01:02:03 | 2020-01-02T01:04:05Z | {\"a\":1} | 1-2 3 4:5:6"
                + " | [2020-01-03] | [5, [p, q]]");
  }

  @Test
  void keepsIntervalsInArraysAndStructs() {
    sql.run(
        "CREATE TABLE waits AS SELECT [INTERVAL '1-2 3 4:5:6.5' YEAR TO SECOND] AS a,"
            + " STRUCT(INTERVAL -1 DAY AS i, [INTERVAL 1 SECOND] AS l) AS st");
    sql.run("UPDATE waits SET a = ARRAY_CONCAT(a, [st.i]) WHERE TRUE");

    assertThat(Printed.rows(sql.run("SELECT *, a[0] + st.i FROM waits")))
        .containsExactly(
            "[1-2 3 4:5:6.500, 0-0 -1 0:0:0] | [0-0 -1 0:0:0, [0-0 0 0:0:1]]"
                + " | 1-2 2 4:5:6.500");
  }

  @Test
  @Fact("SQ-015")
  void refusesNullInARequiredColumn() {
    for (String statement :
        List.of(
            "INSERT INTO stock (name) VALUES ('x')",
            "INSERT INTO stock (id) SELECT CAST(NULL AS INT64)",
            "UPDATE stock SET id = NULL WHERE id = 1")) {
      assertThatThrownBy(() -> sql.run(statement))
          .isInstanceOfSatisfying(
              ServiceException.class, e -> assertThat(e.reason()).isEqualTo("invalidQuery"))
          .hasMessage("Required field cannot be null: id");
    }
    assertThat(stock()).hasSize(3);
  }

  @Test
  @Fact("SQ-017")
  void checksTypeParametersOnWrite() {
    sql.run("CREATE TABLE narrow (s STRING(3), y BYTES(2), n NUMERIC(4, 1), bn BIGNUMERIC(5, 2))");

    sql.run("INSERT INTO narrow VALUES ('абв', b'ab', 123.25, BIGNUMERIC '-1.005')");

    assertThat(Printed.rows(sql.run("SELECT * FROM narrow")))
        .containsExactly("абв | 6162 | 123.3 | -1.01");
    assertThatThrownBy(() -> sql.run("INSERT INTO narrow (s) VALUES ('abcd')"))
        .hasMessage("STRING(3) has maximum length 3, error in field s");
    assertThatThrownBy(() -> sql.run("INSERT INTO narrow (y) VALUES (b'abc')"))
        .hasMessage("BYTES(2) has maximum length 2, error in field y");
    assertThatThrownBy(() -> sql.run("UPDATE narrow SET n = 1000 WHERE TRUE"))
        .hasMessage("NUMERIC(4, 1) overflow: 1000");
  }

  @Test
  void refusesNullElements() {
    sql.create("lists", Field.of("a", FieldType.INT64, Mode.REPEATED));

    sql.run("INSERT INTO lists (a) VALUES ([1, 2]), (NULL)");

    assertThat(Printed.rows(sql.run("SELECT a FROM lists"))).containsExactly("[1, 2]", "[]");
    assertThatThrownBy(() -> sql.run("INSERT INTO lists (a) VALUES ([1, NULL])"))
        .hasMessage("Array cannot have a null element; error in writing field a");
  }

  @Test
  void updates() {
    assertThat(affected("UPDATE stock SET n = n + 1, name = UPPER(name) WHERE id < 3"))
        .isEqualTo(2);
    assertThat(affected("UPDATE stock s SET s.n = DEFAULT WHERE s.n IS NULL")).isEqualTo(1);

    assertThat(stock()).containsExactly("1 | ONE | 11", "2 | TWO | 21", "3 | NULL | 7");
  }

  @Test
  void updatesFromAnotherTable() {
    sql.run("CREATE TABLE news AS SELECT 1 AS id, 'eins' AS name UNION ALL SELECT 9, 'neun'");

    assertThat(affected("UPDATE stock s SET name = m.name FROM news m WHERE m.id = s.id"))
        .isEqualTo(1);

    assertThat(stock()).containsExactly("1 | eins | 10", "2 | two | 20", "3 | NULL | NULL");
  }

  @Test
  @Fact("SQ-005")
  void refusesTwoNewVersionsOfARow() {
    assertThatThrownBy(
            () ->
                sql.run(
                    "UPDATE stock s SET name = x.name FROM (SELECT 1 AS id, 'a' AS name"
                        + " UNION ALL SELECT 1, 'b') x WHERE x.id = s.id"))
        .hasMessage("UPDATE/MERGE must match at most one source row for each target row");
    assertThat(stock()).contains("1 | one | 10");
  }

  @Test
  void deletes() {
    assertThat(
            affected("DELETE FROM stock WHERE id IN (SELECT MAX(id) FROM stock) OR name = 'one'"))
        .isEqualTo(2);

    assertThat(stock()).containsExactly("2 | two | 20");
  }

  @Test
  @Fact("SQ-010")
  void demandsAWhereClause() {
    assertThatThrownBy(() -> sql.run("DELETE FROM stock"))
        .hasMessage("DELETE must have a WHERE clause at [1:1]");
    assertThatThrownBy(() -> sql.run("UPDATE stock SET n = 1"))
        .hasMessage("UPDATE must have a WHERE clause at [1:1]");
  }

  @Test
  @Fact({"SQ-001", "SQ-007", "RT-138"})
  void mergesWithEveryKindOfClause() {
    SqlResult result =
        sql.run(
            """
            MERGE stock t
            USING (SELECT 1 AS id, 'D' AS op UNION ALL SELECT 2, 'U' UNION ALL SELECT 5, 'I'
                   UNION ALL SELECT 6, 'X') s
            ON t.id = s.id
            WHEN MATCHED AND s.op = 'D' THEN DELETE
            WHEN MATCHED THEN UPDATE SET name = CONCAT(t.name, s.op), n = t.n * 2
            WHEN MATCHED THEN DELETE
            WHEN NOT MATCHED AND s.op = 'I' THEN INSERT (id, name) VALUES (s.id, s.op)
            WHEN NOT MATCHED BY SOURCE THEN UPDATE SET name = 'lone', n = DEFAULT
            """);

    assertThat(result.statementType()).isEqualTo("MERGE");
    assertThat(result.affectedRows()).isEqualTo(4);
    assertThat(stock()).containsExactly("2 | twoU | 40", "3 | lone | 7", "5 | I | 7");
  }

  @Test
  @Fact({"SQ-002", "SQ-004"})
  void refusesAMergeWithTwoSourceRowsForOne() {
    assertThatThrownBy(
            () ->
                sql.run(
                    "MERGE stock t USING (SELECT 1 AS id UNION ALL SELECT 1) s ON t.id = s.id"
                        + " WHEN MATCHED THEN UPDATE SET n = 0"))
        .isInstanceOfSatisfying(
            ServiceException.class, e -> assertThat(e.reason()).isEqualTo("invalidQuery"))
        .hasMessage("UPDATE/MERGE must match at most one source row for each target row");
    assertThat(stock()).containsExactly("1 | one | 10", "2 | two | 20", "3 | NULL | NULL");
  }

  @Test
  @Fact("SQ-003")
  void toleratesTwoSourceRowsWhereOnlyDeleting() {
    assertThat(
            affected(
                "MERGE stock t USING (SELECT 1 AS id UNION ALL SELECT 1) s ON t.id = s.id"
                    + " WHEN MATCHED THEN DELETE"))
        .isEqualTo(1);
  }

  @Test
  @Fact("SQ-006")
  void insertsTwoEqualSourceRowsTwice() {
    assertThat(
            affected(
                "MERGE stock t USING (SELECT 8 AS id UNION ALL SELECT 8) s ON t.id = s.id"
                    + " WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (id) VALUES (id)"))
        .isEqualTo(2);
    assertThat(stock()).hasSize(5);
  }

  @Test
  @Fact({"SQ-007", "SQ-008"})
  void replacesTheTableByMergingOnFalse() {
    assertThat(
            affected(
                "MERGE stock t USING (SELECT 9 AS id, 'nine' AS name, 90 AS n) s ON FALSE"
                    + " WHEN NOT MATCHED THEN INSERT ROW WHEN NOT MATCHED BY SOURCE THEN DELETE"))
        .isEqualTo(4);
    assertThat(stock()).containsExactly("9 | nine | 90");
  }

  @Test
  @Fact("SQ-008")
  void neverMatchesNullToNull() {
    assertThat(
            affected(
                "MERGE stock t USING (SELECT CAST(NULL AS STRING) AS name) s ON t.name = s.name"
                    + " WHEN MATCHED THEN DELETE"))
        .isEqualTo(0);
  }

  @Test
  void matchesNullToNullWhereTheConditionSaysSo() {
    SqlResult result =
        sql.run(
            """
            MERGE stock t
            USING (SELECT 2 AS id, 'two' AS name, 20 AS n UNION ALL SELECT 3, NULL, 30
                   UNION ALL SELECT 4, NULL, 40) s
            ON (t.id = s.id OR (t.id IS NULL AND s.id IS NULL))
              AND ((s.name IS NULL AND t.name IS NULL) OR s.name = t.name)
            WHEN MATCHED AND (t.n IS DISTINCT FROM s.n) THEN UPDATE SET n = s.n
            WHEN NOT MATCHED THEN INSERT ROW
            """);

    assertThat(result.affectedRows()).isEqualTo(2);
    assertThat(stock())
        .containsExactly("1 | one | 10", "2 | two | 20", "3 | NULL | 30", "4 | NULL | 40");
  }

  @Test
  void truncates() {
    SqlResult result = sql.run("TRUNCATE TABLE stock");

    assertThat(result.statementType()).isEqualTo("TRUNCATE_TABLE");
    assertThat(stock()).isEmpty();
  }

  @ParameterizedTest
  @Fact({"CDC-050", "CDC-051"})
  @ValueSource(
      strings = {
        "UPDATE stock SET n = 1 WHERE TRUE",
        "DELETE FROM stock WHERE TRUE",
        "MERGE stock USING (SELECT 1) ON FALSE WHEN NOT MATCHED BY SOURCE THEN DELETE"
      })
  void refusesToChangeATableThatHadUpsertStreams(String statement) {
    streamChanges();

    assertThatThrownBy(() -> sql.run(statement))
        .isInstanceOfSatisfying(
            ServiceException.class,
            e -> {
              assertThat(e.httpCode()).isEqualTo(400);
              assertThat(e.reason()).isEqualTo("invalid");
            })
        .hasMessage(
            "DELETE/UPDATE/MERGE DMLs are currently not supported over tables that had UPSERT"
                + " streams.");
  }

  @Test
  @Fact("CDC-052")
  void insertsIntoATableThatHadUpsertStreams() {
    streamChanges();

    assertThat(affected("INSERT INTO stock (id) VALUES (9)")).isEqualTo(1);
    assertThat(stock()).contains("9 | NULL | 7");
  }

  private void streamChanges() {
    sql.run("ALTER TABLE stock ADD PRIMARY KEY (id) NOT ENFORCED");
    TableMetadata unused = sql.catalog.markChanged(sql.table("stock"));
  }

  @Test
  void refusesWhatItLeavesOut() {
    sql.run("CREATE TABLE nested (s STRUCT<a INT64>)");

    assertThatThrownBy(() -> sql.run("UPDATE nested SET s.a = 1 WHERE TRUE"))
        .hasMessage("not supported by Penstock local: SQL UPDATE of a part of a column");
    assertThatThrownBy(
            () -> sql.run("INSERT INTO d.INFORMATION_SCHEMA.TABLES (table_name) VALUES ('x')"))
        .hasMessage("Cannot modify d.INFORMATION_SCHEMA.TABLES, because it is a view.");
  }

  @Test
  @Fact("SQ-017")
  void rulesInsideStructsAndArraysHold() {
    sql.run(
        "CREATE TABLE nested (id INT64, s STRUCT<a STRING(2), b INT64 NOT NULL>,"
            + " l ARRAY<STRUCT<n NUMERIC(4, 1)>>, t ARRAY<STRING(3)>)");
    sql.run(
        "INSERT nested VALUES (1, ('ab', 1), [STRUCT(NUMERIC '12.34')], ['abc']), (2, NULL, [],"
            + " NULL)");
    assertThat(
            Printed.rows(
                sql.run("SELECT id, s.a, s.b, l[SAFE_OFFSET(0)].n FROM nested ORDER BY id")))
        .containsExactly("1 | ab | 1 | 12.3", "2 | NULL | NULL | NULL");

    assertThatThrownBy(() -> sql.run("INSERT nested (s) VALUES (('abc', 1))"))
        .hasMessage("STRING(2) has maximum length 2, error in field a");
    assertThatThrownBy(() -> sql.run("INSERT nested (s) VALUES (('ab', NULL))"))
        .hasMessage("Required field cannot be null: b");
    assertThatThrownBy(() -> sql.run("INSERT nested (l) VALUES ([STRUCT(NUMERIC '1000')])"))
        .hasMessage("NUMERIC(4, 1) overflow: 1000");
    assertThatThrownBy(() -> sql.run("INSERT nested (t) VALUES (['abcd'])"))
        .hasMessage("STRING(3) has maximum length 3, error in field t");
    assertThatThrownBy(() -> sql.run("UPDATE nested SET s = ('abc', 1) WHERE id = 1"))
        .hasMessage("STRING(2) has maximum length 2, error in field a");
  }

  @Test
  @Fact({"SQ-042", "SQ-014"})
  void aTableThatRequiresAPartitionFilterIsOnlyReadWithOne() {
    sql.run(
        "CREATE TABLE events (id INT64, day DATE) PARTITION BY day"
            + " OPTIONS (require_partition_filter = TRUE)");
    sql.run("INSERT events VALUES (1, DATE '2026-03-01'), (2, DATE '2026-03-02')");
    String refused =
        "Cannot query over table 'p.d.events' without a filter over column(s) 'day' that can be"
            + " used for partition elimination";

    assertThat(affected("UPDATE events SET id = 3 WHERE day = '2026-03-02' AND id = 2")).isOne();
    assertThat(
            Printed.rows(
                sql.run(
                    "SELECT e.id FROM events AS e JOIN stock AS s ON s.id = e.id WHERE"
                        + " e.day BETWEEN '2026-01-01' AND '2026-12-31' ORDER BY e.id")))
        .containsExactly("1", "3");
    for (String statement :
        List.of(
            "SELECT * FROM events",
            "SELECT * FROM events WHERE id = 1",
            "SELECT * FROM events WHERE day = '2026-03-01' OR id = 1",
            "SELECT COUNT(*) FROM (SELECT id FROM events)",
            "DELETE FROM events WHERE TRUE",
            "UPDATE events SET id = 4 WHERE id = 1",
            "MERGE events AS e USING stock AS s ON e.id = s.id WHEN MATCHED THEN DELETE",
            "INSERT stock (id) SELECT id FROM events")) {
      assertThatThrownBy(() -> sql.run(statement)).as(statement).hasMessage(refused);
    }
    sql.run(
        "MERGE events AS e USING stock AS s ON e.id = s.id AND e.day = '2026-03-01'"
            + " WHEN MATCHED THEN DELETE");
    assertThat(Printed.rows(sql.run("SELECT id FROM events WHERE day IS NOT NULL")))
        .containsExactly("3");
  }
}
