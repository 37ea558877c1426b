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
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SelectTest {
  private final SqlFixture sql = new SqlFixture();

  @BeforeAll
  void createTables() {
    TableMetadata orders =
        sql.create(
            "orders",
            field("id", FieldType.INT64),
            field("customer", FieldType.STRING),
            field("amount", FieldType.NUMERIC),
            field("weight", FieldType.FLOAT64),
            field("made", FieldType.TIMESTAMP),
            Field.of("tags", FieldType.STRING, Mode.REPEATED));
    sql.fill(
        orders,
        " (1, 'ann', 10.5, 1.5, '2026-01-01 00:00:00+00', ['x', 'y']),"
            + " (2, 'bob', NULL, 'nan', '2026-01-02 00:00:00+00', []),"
            + " (3, 'ann', 4, -1, NULL, ['z']),"
            + " (4, NULL, 1, NULL, '2026-01-03 00:00:00+00', NULL)");
  }

  @AfterAll
  void close() throws SQLException {
    sql.close();
  }

  private List<String> rows(String query, SqlParameter... parameters) {
    return Printed.rows(sql.run(query, parameters));
  }

  @Test
  void readsEveryType() {
    TableMetadata all =
        sql.create(
            "all_types",
            field("b", FieldType.BOOL),
            field("i", FieldType.INT64),
            field("f", FieldType.FLOAT64),
            field("n", FieldType.NUMERIC),
            field("bn", FieldType.BIGNUMERIC),
            field("s", FieldType.STRING),
            field("by", FieldType.BYTES),
            field("d", FieldType.DATE),
            field("t", FieldType.TIME),
            field("dt", FieldType.DATETIME),
            field("ts", FieldType.TIMESTAMP),
            field("j", FieldType.JSON),
            field("g", FieldType.GEOGRAPHY),
            field("iv", FieldType.INTERVAL),
            Field.of("a", FieldType.DATETIME, Mode.REPEATED),
            new Field(
                "st",
                FieldType.STRUCT,
                Mode.NULLABLE,
                List.of(field("x", FieldType.TIMESTAMP), field("y", FieldType.BYTES)),
                null,
                null,
                null,
                null,
                null,
                List.of(),
                false));
    // Apia, the zone of this build's test JVMs, has no 30 December 2011.
    sql.fill(
        all,
        "(TRUE, -5, 1.5, 2.50, '12345678901234567890123456789012.5',"
            + " 'text', 'ab'::BLOB, '0001-01-01', '23:59:59.999999', '2011-12-30 01:02:03',"
            + " '9999-12-31 23:59:59.999999+00', '{\"k\":1}', 'POINT(1 2)', '1-2 3 4:5:6',"
            + " ['2011-12-30 01:02:03'], {'x': '2011-12-30 01:02:03+00', 'y': 'c'::BLOB})");

    List<Object> row = sql.rows("SELECT * FROM all_types").get(0);

    assertThat(row)
        .usingRecursiveComparison()
        .isEqualTo(
            Arrays.asList(
                true,
                -5L,
                1.5,
                new BigDecimal("2.5"),
                new BigDecimal("12345678901234567890123456789012.5"),
                "text",
                new byte[] {'a', 'b'},
                LocalDate.of(1, 1, 1),
                LocalTime.of(23, 59, 59, 999_999_000),
                LocalDateTime.of(2011, 12, 30, 1, 2, 3),
                Instant.parse("9999-12-31T23:59:59.999999Z"),
                "{\"k\":1}",
                "POINT(1 2)",
                "1-2 3 4:5:6",
                List.of(LocalDateTime.of(2011, 12, 30, 1, 2, 3)),
                Arrays.asList(Instant.parse("2011-12-30T01:02:03Z"), new byte[] {'c'})));
  }

  @Test
  void namesAndTypesTheResult() {
    SqlResult result =
        sql.run("SELECT id, id + 1, tags, STRUCT(1 AS a) AS s, 'x' FROM orders LIMIT 0");

    assertThat(result.statementType()).isEqualTo("SELECT");
    assertThat(result.rows()).isEmpty();
    assertThat(result.schema().stream().map(f -> f.name() + " " + DataTypes.text(f)))
        .containsExactly(
            "id INT64", "f0_ INT64", "tags ARRAY<STRING>", "s STRUCT<a INT64>", "f1_ STRING");
  }

  @Test
  void filtersSortsAndLimits() {
    assertThat(
            rows("SELECT id FROM orders WHERE amount >= 1 ORDER BY amount DESC LIMIT 2 OFFSET 1"))
        .containsExactly("3", "4");
  }

  @Test
  @Fact("SQ-061")
  void sortsNullsLowestAndNanBelowNumbers() {
    assertThat(rows("SELECT weight FROM orders ORDER BY weight"))
        .containsExactly("NULL", "NaN", "-1.0", "1.5");
    assertThat(rows("SELECT weight FROM orders ORDER BY weight DESC"))
        .containsExactly("1.5", "-1.0", "NaN", "NULL");
    assertThat(rows("SELECT weight FROM orders ORDER BY weight NULLS LAST"))
        .containsExactly("NaN", "-1.0", "1.5", "NULL");
  }

  @Test
  void groupsAndFiltersGroups() {
    assertThat(
            rows(
                "SELECT customer, COUNT(*) AS n, SUM(amount), AVG(amount) FROM orders"
                    + " GROUP BY customer HAVING COUNT(*) > 0 ORDER BY customer"))
        .containsExactly("NULL | 1 | 1 | 1", "ann | 2 | 14.5 | 7.25", "bob | 1 | NULL | NULL");
  }

  @Test
  void aggregatesWithoutGroups() {
    assertThat(
            rows(
                "SELECT COUNT(DISTINCT customer), COUNTIF(id > 2), APPROX_COUNT_DISTINCT(customer),"
                    + " MIN(id), MAX(made), LOGICAL_OR(id = 1), ANY_VALUE(customer HAVING MAX"
                    + " amount), STRING_AGG(customer, '-' ORDER BY id), ARRAY_AGG(customer IGNORE"
                    + " NULLS ORDER BY id DESC LIMIT 2) FROM orders"))
        .containsExactly(
            "2 | 2 | 2 | 1 | 2026-01-03T00:00:00Z | true | ann | ann-bob-ann | [ann, bob]");
  }

  @Test
  void groupsByRollup() {
    assertThat(
            rows(
                "SELECT customer, COUNT(*) AS n FROM orders GROUP BY ROLLUP(customer) ORDER BY 2,"
                    + " 1"))
        .containsExactly("NULL | 1", "bob | 1", "ann | 2", "NULL | 4");
  }

  @Test
  void leavesOutAndReplacesColumnsOfStar() {
    assertThat(
            rows(
                "SELECT * EXCEPT (tags, made, weight) REPLACE (id * 10 AS id) FROM orders WHERE id"
                    + " = 1"))
        .containsExactly("10 | ann | 10.5");
  }

  @Test
  @Fact("SQ-058")
  void evaluatesClausesInTheOrderOfTheLanguage() {
    assertThat(
            rows(
                "SELECT DISTINCT MOD(k, 2) AS odd FROM UNNEST([1, 2, 3, 3, 4, 9]) AS k WHERE k < 9"
                    + " GROUP BY k HAVING COUNT(*) >= 1 QUALIFY RANK() OVER (ORDER BY k) > 1"
                    + " ORDER BY odd DESC LIMIT 1"))
        .containsExactly("1");
  }

  @Test
  @Fact({"SQ-057", "SQ-060"})
  void qualifies() {
    assertThat(
            rows(
                "SELECT id FROM orders WHERE TRUE"
                    + " QUALIFY ROW_NUMBER() OVER (PARTITION BY customer ORDER BY id DESC) = 1"
                    + " ORDER BY id"))
        .containsExactly("2", "3", "4");
  }

  @Test
  void slidesWindows() {
    assertThat(
            rows(
                "SELECT id, LAG(id) OVER w, SUM(id) OVER (w ROWS BETWEEN 1 PRECEDING AND CURRENT"
                    + " ROW), RANK() OVER (ORDER BY customer), FIRST_VALUE(amount IGNORE NULLS)"
                    + " OVER w FROM orders WINDOW w AS (ORDER BY id) ORDER BY id"))
        .containsExactly(
            "1 | NULL | 1 | 2 | 10.5",
            "2 | 1 | 3 | 4 | 10.5",
            "3 | 2 | 5 | 2 | 10.5",
            "4 | 3 | 7 | 1 | 10.5");
  }

  @Test
  void joins() {
    assertThat(
            rows(
                "SELECT a.id AS a, b.id AS b FROM orders a FULL JOIN orders b ON a.id = b.id + 2"
                    + " ORDER BY 1, 2"))
        .containsExactly("NULL | 3", "NULL | 4", "1 | NULL", "2 | NULL", "3 | 1", "4 | 2");
    assertThat(rows("SELECT id, c FROM orders JOIN (SELECT 1 AS id, 'one' AS c) USING (id)"))
        .containsExactly("1 | one");
    assertThat(rows("SELECT COUNT(*) FROM orders, orders AS o")).containsExactly("16");
  }

  @Test
  void readsNamedQueries() {
    assertThat(
            rows(
                "WITH big AS (SELECT * FROM orders WHERE amount > 2), ids AS (SELECT id FROM big)"
                    + " SELECT b.id FROM big b JOIN ids USING (id) ORDER BY 1"))
        .containsExactly("1", "3");
    assertThat(
            rows(
                "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 3)"
                    + " SELECT i FROM n ORDER BY i"))
        .containsExactly("1", "2", "3");
  }

  @Test
  void nestsQueries() {
    assertThat(
            rows(
                "SELECT id, (SELECT MAX(id) FROM orders), id IN (SELECT id FROM orders WHERE id >"
                    + " 2), EXISTS(SELECT 1 FROM UNNEST(tags) t WHERE t = 'y'), ARRAY(SELECT"
                    + " UPPER(t) FROM UNNEST(tags) t WITH OFFSET o ORDER BY o DESC) FROM orders"
                    + " ORDER BY id LIMIT 2"))
        .containsExactly("1 | 4 | false | true | [Y, X]", "2 | 4 | false | false | []");
  }

  @Test
  void unnestsArrays() {
    assertThat(rows("SELECT id, t, o FROM orders, orders.tags t WITH OFFSET o ORDER BY 1, 3"))
        .containsExactly("1 | x | 0", "1 | y | 1", "3 | z | 0");
    assertThat(rows("SELECT id, t FROM orders o LEFT JOIN o.tags t ORDER BY 1, 2"))
        .containsExactly("1 | x", "1 | y", "2 | NULL", "3 | z", "4 | NULL");
    assertThat(rows("SELECT a, b FROM UNNEST([STRUCT(1 AS a, 'x' AS b), (2, 'y')]) ORDER BY a"))
        .containsExactly("1 | x", "2 | y");
  }

  @Test
  void readsANullArrayAsEmpty() {
    assertThat(rows("SELECT tags, ARRAY_LENGTH(tags) FROM orders WHERE id = 4"))
        .containsExactly("[] | 0");
  }

  @Test
  @Fact("SQ-063")
  void combinesQueries() {
    assertThat(rows("SELECT 1 AS x UNION ALL SELECT 1 UNION ALL SELECT 2 ORDER BY x"))
        .containsExactly("1", "1", "2");
    assertThat(rows("SELECT 1 UNION DISTINCT SELECT 1")).containsExactly("1");
    assertThat(rows("SELECT 1 EXCEPT DISTINCT SELECT 2")).containsExactly("1");
    assertThat(rows("SELECT 1 AS a, 2 AS b UNION ALL BY NAME SELECT 3 AS b, 4 AS a ORDER BY a"))
        .containsExactly("1 | 2", "4 | 3");
    assertThatThrownBy(() -> rows("SELECT 1 UNION ALL SELECT 2 INTERSECT DISTINCT SELECT 3"))
        .hasMessageContaining(
            "Different set operations cannot be used in the same query without using parentheses");
  }

  @Test
  void pivots() {
    assertThat(
            rows(
                "SELECT * FROM (SELECT customer, id FROM orders)"
                    + " PIVOT(SUM(id) FOR customer IN ('ann', 'bob'))"))
        .containsExactly("4 | 2");
  }

  @Test
  void selectsStructsAndValues() {
    assertThat(rows("SELECT AS STRUCT 1 AS a, 2 AS b")).containsExactly("1 | 2");
    assertThat(rows("SELECT s.* FROM (SELECT STRUCT(1 AS a, 2 AS b) AS s)"))
        .containsExactly("1 | 2");
  }

  @Test
  @Fact("RT-148")
  void bindsParameters() {
    SqlParameter id = new SqlParameter("id", field("", FieldType.INT64), 3L);
    SqlParameter names =
        new SqlParameter(
            "names", Field.of("", FieldType.STRING, Mode.REPEATED), List.of("it's", "ann"));

    assertThat(
            rows(
                "SELECT id FROM orders WHERE id >= @ID AND customer IN UNNEST(@names) LIMIT @id",
                id,
                names))
        .containsExactly("3");
    assertThat(
            rows(
                "SELECT ? + ?, ?",
                new SqlParameter(null, field("", FieldType.INT64), 1L),
                new SqlParameter(null, field("", FieldType.INT64), 2L),
                new SqlParameter(null, field("", FieldType.STRING), null)))
        .containsExactly("3 | NULL");
  }

  @Test
  void analyzesOnlyOnADryRun() {
    SqlResult result =
        sql.engine.query(new SqlRequest("p", "d", "US", "SELECT 1 / 0 AS x", List.of(), true));

    assertThat(result.schema()).containsExactly(field("x", FieldType.FLOAT64));
    assertThat(result.rows()).isEmpty();
  }

  @Test
  void refusesAResultBeyondItsLimit() {
    assertThatThrownBy(() -> rows("SELECT REPEAT('x', 1000) FROM UNNEST(GENERATE_ARRAY(1, 1000))"))
        .isInstanceOfSatisfying(
            ServiceException.class, e -> assertThat(e.reason()).isEqualTo("responseTooLarge"));
  }

  @Test
  void numbersColumnsOfOneName() {
    SqlResult result = sql.run("SELECT 1 AS x, 2 AS X, 3 AS x, 4 AS x_1, 5, 6");

    assertThat(result.schema())
        .extracting(Field::name)
        .containsExactly("x", "X_2", "x_3", "x_1", "f0_", "f1_");
  }

  @Test
  void refusesColumnsOfOneNameForADestination() {
    SqlRequest request =
        new SqlRequest("p", "d", "US", "SELECT id, id FROM orders", List.of(), false);

    assertThatThrownBy(() -> sql.engine.query(request.withDestination()))
        .hasMessage(
            "Duplicate column names in the result are not supported when a destination table is"
                + " present. Found duplicate(s): id");
  }

  @Test
  @Fact({"RT-146", "RT-147"})
  void wordsErrorsAsTheServiceDoes() {
    assertThatThrownBy(() -> rows("SELECT amout FROM orders"))
        .isInstanceOfSatisfying(
            ServiceException.class,
            e -> {
              assertThat(e.httpCode()).isEqualTo(400);
              assertThat(e.reason()).isEqualTo("invalidQuery");
            })
        .hasMessage("Unrecognized name: amout; Did you mean amount? at [1:8]");
    assertThatThrownBy(() -> rows("SELEC 1"))
        .hasMessage("Syntax error: Unexpected identifier \"SELEC\" at [1:1]");
  }

  @Test
  void refusesScriptsAndWhatItLeavesOut() {
    assertThatThrownBy(() -> rows("SELECT 1; SELECT 2"))
        .hasMessage("not supported by Penstock local: SQL scripts of several statements");
    assertThatThrownBy(() -> rows("SELECT * FROM orders TABLESAMPLE SYSTEM (10 PERCENT)"))
        .hasMessage("not supported by Penstock local: SQL clause SampleScan");
  }
}
