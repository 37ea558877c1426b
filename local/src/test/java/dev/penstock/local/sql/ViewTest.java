package dev.penstock.local.sql;

import static dev.penstock.local.sql.SqlFixture.field;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.Fact;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.TableId;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ViewTest {
  private final SqlFixture sql = new SqlFixture();

  @BeforeAll
  void createTable() {
    sql.create(
        "orders",
        field("id", FieldType.INT64),
        field("price", FieldType.NUMERIC),
        field("tags", FieldType.JSON));
    sql.run("INSERT d.orders VALUES (1, 2.5, JSON '{\"a\": 1}'), (2, 7, NULL)");
  }

  @AfterAll
  void close() throws SQLException {
    sql.close();
  }

  private List<String> rows(String query) {
    return Printed.rows(sql.run(query));
  }

  @Test
  void readsAViewAsItsQuery() {
    SqlResult created =
        sql.run(
            "CREATE VIEW d.cheap OPTIONS(description='Below 5') AS"
                + " SELECT id, price * 2 AS twice, tags, [id] AS ids, INTERVAL id DAY AS wait,"
                + " STRUCT(price AS p) AS s FROM d.orders WHERE price < 5");

    assertThat(created.statementType()).isEqualTo("CREATE_VIEW");
    assertThat(rows("SELECT * FROM d.cheap"))
        .containsExactly("1 | 5 | {\"a\":1} | [1] | 0-0 1 0:0:0 | [2.5]");
    assertThat(rows("SELECT o.id, c.twice FROM d.orders o LEFT JOIN d.cheap c USING (id)"))
        .containsExactlyInAnyOrder("1 | 5", "2 | NULL");
    assertThat(sql.table("cheap").fields())
        .extracting(Field::name, Field::type)
        .startsWith(
            org.assertj.core.groups.Tuple.tuple("id", FieldType.INT64),
            org.assertj.core.groups.Tuple.tuple("twice", FieldType.NUMERIC));
    assertThat(sql.table("cheap").description()).isEqualTo("Below 5");
  }

  @Test
  void namesColumnsByPosition() {
    sql.run(
        "CREATE VIEW d.named(a, b OPTIONS(description='Cost')) AS SELECT id, price FROM d.orders");

    assertThat(rows("SELECT a, b FROM d.named ORDER BY a")).containsExactly("1 | 2.5", "2 | 7");
    assertThat(sql.table("named").fields().get(1).description()).isEqualTo("Cost");
  }

  @Test
  void followsTheTablesUnderIt() {
    sql.create("base", field("id", FieldType.INT64));
    sql.run("CREATE VIEW d.over AS SELECT * FROM d.base");
    sql.run("CREATE VIEW d.over_over AS SELECT * FROM d.over");
    sql.run("INSERT d.base VALUES (1)");
    assertThat(rows("SELECT * FROM d.over_over")).containsExactly("1");

    sql.run("ALTER TABLE d.base ADD COLUMN more STRING");
    assertThat(rows("SELECT * FROM d.over_over")).containsExactly("1 | NULL");

    sql.run("DROP TABLE d.base");
    assertThatThrownBy(() -> sql.run("SELECT * FROM d.over_over"))
        .hasMessage(
            "Not found: Table p:d.base was not found in location US; failed to parse view"
                + " 'p.d.over'");
    sql.run("CREATE TABLE d.base(id INT64)");
    assertThat(rows("SELECT * FROM d.over_over")).isEmpty();
  }

  @Test
  void replacesAViewAndNothingElse() {
    sql.run("CREATE VIEW d.again AS SELECT 1 AS x");
    assertThatThrownBy(() -> sql.run("CREATE VIEW d.again AS SELECT 2 AS x"))
        .hasMessage("Already Exists: Table p:d.again");
    sql.run("CREATE VIEW IF NOT EXISTS d.again AS SELECT 2 AS x");
    assertThat(rows("SELECT * FROM d.again")).containsExactly("1");
    sql.run("CREATE OR REPLACE VIEW d.again AS SELECT 'two' AS y");
    assertThat(rows("SELECT * FROM d.again")).containsExactly("two");

    assertThatThrownBy(() -> sql.run("CREATE OR REPLACE VIEW d.orders AS SELECT 1 AS x"))
        .hasMessage(
            "p:d.orders is not allowed for this operation because it is currently a TABLE.");
    assertThatThrownBy(() -> sql.run("CREATE OR REPLACE TABLE d.again(x INT64)"))
        .hasMessage("p:d.again is not allowed for this operation because it is currently a VIEW.");
  }

  @Test
  @Fact("SQ-062")
  void readsTheTimeSinceItsLastChange() {
    assertThat(
            rows("SELECT id FROM d.orders FOR SYSTEM_TIME AS OF CURRENT_TIMESTAMP() WHERE id = 1"))
        .containsExactly("1");
    assertThatThrownBy(
            () ->
                rows(
                    "SELECT id FROM d.orders FOR SYSTEM_TIME AS OF"
                        + " TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR)"))
        .hasMessage(
            "Invalid snapshot time 1772597167123 for table p:d.orders@1772597167123. Cannot read"
                + " before 1772600767123.");
    sql.run("CREATE VIEW d.now_only AS SELECT 1 AS x");
    assertThatThrownBy(
            () -> rows("SELECT x FROM d.now_only FOR SYSTEM_TIME AS OF CURRENT_TIMESTAMP()"))
        .hasMessage("not supported by Penstock local: SQL FOR SYSTEM_TIME AS OF on a view");
  }

  @Test
  void refusesViewsThatReadThemselves() {
    sql.run("CREATE VIEW d.left_one AS SELECT 1 AS x");
    sql.run("CREATE VIEW d.right_one AS SELECT x FROM d.left_one");
    assertThatThrownBy(
            () -> sql.run("CREATE OR REPLACE VIEW d.left_one AS SELECT x FROM d.right_one"))
        .hasMessage("View p:d.left_one reads itself; failed to parse view 'p.d.right_one'");
    assertThat(rows("SELECT * FROM d.right_one")).containsExactly("1");
  }

  @Test
  void refusesBareTableNamesInAView() {
    assertThatThrownBy(() -> sql.run("CREATE VIEW d.bare AS SELECT * FROM orders"))
        .hasMessageContaining("must be qualified with a dataset");
  }

  @Test
  void refusesToChangeRowsOfAView() {
    sql.run("CREATE VIEW d.fixed AS SELECT id FROM d.orders");

    assertThatThrownBy(() -> sql.run("INSERT d.fixed VALUES (1)"))
        .hasMessage("Cannot modify p.d.fixed, because it is a view.");
    assertThatThrownBy(() -> sql.run("TRUNCATE TABLE d.fixed"))
        .hasMessage("Cannot modify p.d.fixed, because it is a view.");
    assertThatThrownBy(() -> sql.run("ALTER TABLE d.fixed ADD COLUMN x INT64"))
        .hasMessage("p:d.fixed is not allowed for this operation because it is currently a VIEW.");
  }

  @Test
  void dropsAndAltersAViewByItsOwnStatements() {
    sql.run("CREATE VIEW d.gone AS SELECT 1 AS x");

    assertThatThrownBy(() -> sql.run("DROP TABLE d.gone"))
        .hasMessage("p:d.gone is not allowed for this operation because it is currently a VIEW.");
    sql.run("ALTER VIEW d.gone SET OPTIONS(friendly_name='Gone', labels=[('a', 'b')])");
    sql.run("ALTER VIEW d.gone ALTER COLUMN x SET OPTIONS(description='One')");
    assertThat(sql.table("gone").friendlyName()).isEqualTo("Gone");
    assertThat(sql.table("gone").fields().get(0).description()).isEqualTo("One");
    assertThat(sql.run("DROP VIEW d.gone").statementType()).isEqualTo("DROP_VIEW");
    assertThat(sql.catalog.findTable(new TableId("p", "d", "gone"))).isEmpty();
    sql.run("DROP VIEW IF EXISTS d.gone");
  }

  @Test
  void computesAMaterializedViewWhenItIsRead() {
    sql.create("sales", field("shop", FieldType.STRING), field("n", FieldType.INT64));
    sql.run(
        "CREATE MATERIALIZED VIEW d.totals CLUSTER BY shop OPTIONS(enable_refresh=true,"
            + " refresh_interval_minutes=60) AS SELECT shop, SUM(n) AS n FROM d.sales GROUP BY"
            + " shop");
    sql.run("INSERT d.sales VALUES ('a', 1), ('a', 2)");

    assertThat(rows("SELECT * FROM d.totals")).containsExactly("a | 3");
    assertThat(sql.table("totals").type()).isEqualTo("MATERIALIZED_VIEW");
    assertThatThrownBy(() -> sql.run("DROP VIEW d.totals"))
        .hasMessageEndingWith("because it is currently a MATERIALIZED_VIEW.");
    sql.run("ALTER MATERIALIZED VIEW d.totals SET OPTIONS(enable_refresh=false)");
    assertThat(sql.table("totals").options()).containsEntry("enable_refresh", "false");
    sql.run("DROP MATERIALIZED VIEW d.totals");
  }

  @Test
  void refusesWhatTheServiceCannotMaterialize() {
    assertThatThrownBy(
            () -> sql.run("CREATE MATERIALIZED VIEW d.mv AS SELECT id, RAND() AS r FROM d.orders"))
        .hasMessage("Unsupported feature in materialized view: function RAND");
    assertThatThrownBy(
            () -> sql.run("CREATE MATERIALIZED VIEW d.mv AS SELECT id FROM d.orders LIMIT 1"))
        .hasMessage("Unsupported feature in materialized view: LIMIT");
  }

  @Test
  @Fact("SQ-024")
  void makesATableLikeAnotherOne() {
    sql.run(
        "CREATE TABLE d.model(id INT64 NOT NULL, day DATE, PRIMARY KEY (id) NOT ENFORCED)"
            + " PARTITION BY day CLUSTER BY id OPTIONS(description='Model', labels=[('a','b')])");
    sql.run("INSERT d.model VALUES (1, DATE '2026-01-01')");

    sql.run("CREATE TABLE d.like_it LIKE d.model OPTIONS(description='Mine')");
    sql.run("CREATE TABLE d.copy_it COPY d.model");
    SqlResult cloned = sql.run("CREATE TABLE d.clone_it CLONE d.model");

    assertThat(cloned.statementType()).isEqualTo("CREATE_TABLE");
    assertThat(rows("SELECT COUNT(*) FROM d.like_it")).containsExactly("0");
    assertThat(rows("SELECT * FROM d.copy_it")).containsExactly("1 | 2026-01-01");
    assertThat(rows("SELECT * FROM d.clone_it")).containsExactly("1 | 2026-01-01");
    for (String name : List.of("like_it", "copy_it", "clone_it")) {
      assertThat(sql.table(name).fields()).isEqualTo(sql.table("model").fields());
      assertThat(sql.table(name).partitioning()).isEqualTo(sql.table("model").partitioning());
      assertThat(sql.table(name).clustering()).containsExactly("id");
      assertThat(sql.table(name).primaryKey()).containsExactly("id");
      assertThat(sql.table(name).labels()).containsEntry("a", "b");
    }
    assertThat(sql.table("like_it").description()).isEqualTo("Mine");
    assertThat(sql.table("copy_it").description()).isEqualTo("Model");
    sql.run("DELETE d.clone_it WHERE TRUE");
    assertThat(rows("SELECT COUNT(*) FROM d.model")).containsExactly("1");
  }

  @Test
  void replacesATableByItself() {
    sql.run(
        "CREATE TABLE d.mirror(id INT64, day DATE, PRIMARY KEY (id) NOT ENFORCED)"
            + " PARTITION BY day OPTIONS(description='Own')");
    sql.run("INSERT d.mirror VALUES (1, DATE '2026-01-01'), (2, NULL)");

    for (String statement :
        List.of(
            "CREATE OR REPLACE TABLE d.mirror CLONE d.mirror",
            "CREATE OR REPLACE TABLE d.mirror COPY d.mirror",
            "CREATE OR REPLACE TABLE d.mirror PARTITION BY day AS SELECT * FROM d.mirror")) {
      sql.run(statement);
      assertThat(rows("SELECT * FROM d.mirror ORDER BY id"))
          .as(statement)
          .containsExactly("1 | 2026-01-01", "2 | NULL");
    }
    sql.run("CREATE OR REPLACE TABLE d.mirror LIKE d.mirror");
    assertThat(rows("SELECT COUNT(*) FROM d.mirror")).containsExactly("0");
    assertThatThrownBy(() -> sql.run("CREATE SNAPSHOT TABLE d.mirror CLONE d.mirror"))
        .hasMessage("Already Exists: Table p:d.mirror");
  }

  @Test
  void keepsASnapshotAsItWas() {
    sql.create("live", field("id", FieldType.INT64));
    sql.run("INSERT d.live VALUES (1)");
    SqlResult made =
        sql.run(
            "CREATE SNAPSHOT TABLE d.past CLONE d.live"
                + " OPTIONS(expiration_timestamp=TIMESTAMP '2030-01-01')");
    sql.run("INSERT d.live VALUES (2)");

    assertThat(made.statementType()).isEqualTo("CREATE_SNAPSHOT_TABLE");
    assertThat(rows("SELECT * FROM d.past")).containsExactly("1");
    assertThat(sql.table("past").type()).isEqualTo("SNAPSHOT");
    assertThat(sql.table("past").expirationMillis()).isEqualTo(1_893_456_000_000L);
    assertThatThrownBy(() -> sql.run("INSERT d.past VALUES (3)"))
        .hasMessage(
            "p:d.past is not allowed for this operation because it is currently a SNAPSHOT.");
    assertThatThrownBy(() -> sql.run("DROP TABLE d.past"))
        .hasMessageEndingWith("because it is currently a SNAPSHOT.");
    sql.run("CREATE TABLE d.restored CLONE d.past");
    assertThat(rows("SELECT * FROM d.restored")).containsExactly("1");
    assertThat(sql.table("restored").type()).isEqualTo("TABLE");
    sql.run("DROP SNAPSHOT TABLE d.past");
  }
}
