package dev.penstock.local.sql;

import static dev.penstock.local.sql.SqlFixture.field;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.Fact;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.IntegerRange;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("sql")
final class DdlTest {
  private final SqlFixture sql = new SqlFixture();

  @AfterEach
  void close() throws SQLException {
    sql.close();
  }

  private List<String> rows(String query) {
    return Printed.rows(sql.run(query));
  }

  @Test
  @Fact({"SQ-025", "SQ-034", "SQ-037", "CDC-045"})
  void createsATable() {
    SqlResult result =
        sql.run(
            """
            CREATE TABLE d.orders (
              id INT64 NOT NULL OPTIONS(description='Key'),
              name STRING(10) DEFAULT 'none',
              price NUMERIC(10, 2),
              made TIMESTAMP,
              items ARRAY<STRUCT<code BYTES(4), n BIGNUMERIC(40, 5)>>,
              PRIMARY KEY (id, name) NOT ENFORCED)
            PARTITION BY TIMESTAMP_TRUNC(made, HOUR)
            CLUSTER BY name, id
            OPTIONS(
              description='Orders', friendly_name='O', labels=[('team', 'a')],
              expiration_timestamp=TIMESTAMP '2030-01-01 00:00:00+00',
              partition_expiration_days=1.5, require_partition_filter=TRUE,
              max_staleness=INTERVAL 10 MINUTE)
            """);

    assertThat(result.statementType()).isEqualTo("CREATE_TABLE");
    assertThat(result.ddlTarget()).isEqualTo(new TableId("p", "d", "orders"));
    TableMetadata table = sql.table("orders");
    assertThat(table.fields())
        .containsExactly(
            new Field(
                "id",
                FieldType.INT64,
                Mode.REQUIRED,
                List.of(),
                null,
                null,
                null,
                "Key",
                null,
                List.of(),
                false),
            new Field(
                "name",
                FieldType.STRING,
                Mode.NULLABLE,
                List.of(),
                null,
                null,
                10L,
                null,
                "'none'",
                List.of(),
                false),
            new Field(
                "price",
                FieldType.NUMERIC,
                Mode.NULLABLE,
                List.of(),
                10,
                2,
                null,
                null,
                null,
                List.of(),
                false),
            field("made", FieldType.TIMESTAMP),
            new Field(
                "items",
                FieldType.STRUCT,
                Mode.REPEATED,
                List.of(
                    new Field(
                        "code",
                        FieldType.BYTES,
                        Mode.NULLABLE,
                        List.of(),
                        null,
                        null,
                        4L,
                        null,
                        null,
                        List.of(),
                        false),
                    new Field(
                        "n",
                        FieldType.BIGNUMERIC,
                        Mode.NULLABLE,
                        List.of(),
                        40,
                        5,
                        null,
                        null,
                        null,
                        List.of(),
                        false)),
                null,
                null,
                null,
                null,
                null,
                List.of(),
                false));
    assertThat(table.primaryKey()).containsExactly("id", "name");
    assertThat(table.clustering()).containsExactly("name", "id");
    assertThat(table.partitioning())
        .isEqualTo(new Partitioning("HOUR", "made", 129_600_000L, true));
    assertThat(table.options()).isEqualTo(Map.of("max_staleness", "0-0 0 0:10:0"));
    assertThat(table.labels()).isEqualTo(Map.of("team", "a"));
    assertThat(table.description()).isEqualTo("Orders");
    assertThat(table.friendlyName()).isEqualTo("O");
    assertThat(table.expirationMillis())
        .isEqualTo(Instant.parse("2030-01-01T00:00:00Z").toEpochMilli());
  }

  @ParameterizedTest
  @Fact("SQ-039")
  @CsvSource(
      delimiter = '|',
      value = {
        "da | DAY | da",
        "DATE(ts) | DAY | ts",
        "DATE(dt) | DAY | dt",
        "DATE_TRUNC(da, MONTH) | MONTH | da",
        "TIMESTAMP_TRUNC(ts, YEAR) | YEAR | ts",
        "DATETIME_TRUNC(dt, HOUR) | HOUR | dt",
        "_PARTITIONDATE | DAY |",
        "DATE(_PARTITIONTIME) | DAY |",
        "TIMESTAMP_TRUNC(_PARTITIONTIME, HOUR) | HOUR |",
      })
  void partitionsByTime(String expression, String type, String column) {
    sql.run("CREATE TABLE t (da DATE, ts TIMESTAMP, dt DATETIME) PARTITION BY " + expression);

    assertThat(sql.table("t").partitioning())
        .isEqualTo(new Partitioning(type, column, null, false));
  }

  @Test
  @Fact("SQ-039")
  void partitionsByRange() {
    sql.run("CREATE TABLE t (i INT64) PARTITION BY RANGE_BUCKET(i, GENERATE_ARRAY(0, 100, 10))");

    assertThat(sql.table("t").partitioning())
        .isEqualTo(new Partitioning("RANGE", "i", null, false, new IntegerRange(0, 100, 10)));
    assertThatThrownBy(() -> sql.run("CREATE TABLE u (i INT64) PARTITION BY i"))
        .hasMessageStartingWith("PARTITION BY expression must be DATE(<timestamp_column>)");
  }

  @Test
  @Fact({"SQ-018", "SQ-020", "SQ-021", "RT-010"})
  void keepsOrReplacesAnExistingTable() {
    sql.run("CREATE TABLE t (a INT64, d DATE) PARTITION BY d");
    sql.run("INSERT INTO t (a) VALUES (1)");

    assertThatThrownBy(() -> sql.run("CREATE TABLE t (b INT64)"))
        .isInstanceOfSatisfying(
            ServiceException.class, e -> assertThat(e.httpCode()).isEqualTo(409))
        .hasMessage("Already Exists: Table p:d.t");
    sql.run("CREATE TABLE IF NOT EXISTS t (b INT64)");
    assertThat(rows("SELECT a FROM t")).containsExactly("1");
    assertThatThrownBy(() -> sql.run("CREATE OR REPLACE TABLE t (b INT64)"))
        .hasMessage(
            "Cannot replace a table with a different partitioning spec. Instead, DROP the table,"
                + " and then recreate it. New partitioning spec is none and existing spec is"
                + " interval(type:day,field:d)");
    sql.run("CREATE OR REPLACE TABLE t (b INT64, d DATE) PARTITION BY d");
    assertThat(rows("SELECT b FROM t")).isEmpty();
  }

  @Test
  @Fact("SQ-023")
  void createsATableFromAQuery() {
    SqlResult result =
        sql.run(
            "CREATE TABLE t CLUSTER BY a AS SELECT 1 AS a, 'x' AS b, [1, 2] AS c,"
                + " STRUCT(DATETIME '2011-12-30 01:02:03' AS d) AS s, NUMERIC '1.5' AS n");

    assertThat(result.statementType()).isEqualTo("CREATE_TABLE_AS_SELECT");
    assertThat(rows("SELECT * FROM t"))
        .containsExactly("1 | x | [1, 2] | [2011-12-30T01:02:03] | 1.5");
    assertThat(sql.table("t").fields().get(0).mode()).isEqualTo(Mode.NULLABLE);
    assertThat(sql.table("t").clustering()).containsExactly("a");
  }

  @Test
  void replacesATableByAQueryOverItself() {
    sql.run("CREATE TABLE t AS SELECT 1 AS a");

    sql.run("CREATE OR REPLACE TABLE t AS SELECT a + 1 AS a, 'new' AS b FROM t");

    assertThat(rows("SELECT * FROM t")).containsExactly("2 | new");
  }

  @Test
  void keepsTheTableWhenTheReplacingQueryFails() {
    sql.run("CREATE TABLE t AS SELECT 1 AS a");

    assertThatThrownBy(() -> sql.run("CREATE OR REPLACE TABLE t AS SELECT 1 / 0 AS a"))
        .hasMessage("division by zero: 1 / 0");
    assertThatThrownBy(() -> sql.run("CREATE OR REPLACE TABLE t AS SELECT 1 AS _PARTITIONx"))
        .hasMessageStartingWith("Invalid field name \"_PARTITIONx\"");

    assertThat(rows("SELECT * FROM t")).containsExactly("1");
  }

  @Test
  @Fact("SQ-033")
  void dropsATable() {
    sql.create("t", field("id", FieldType.INT64));

    assertThat(sql.run("DROP TABLE t").statementType()).isEqualTo("DROP_TABLE");

    assertThatThrownBy(() -> sql.run("DROP TABLE t"))
        .hasMessage("Not found: Table p:d.t was not found in location US");
    assertThat(sql.run("DROP TABLE IF EXISTS t").rows()).isEmpty();
  }

  @ParameterizedTest
  @Fact({"CDC-043", "CDC-045"})
  @CsvSource(
      delimiter = '|',
      value = {
        "INTERVAL 10 MINUTE | 0-0 0 0:10:0",
        "INTERVAL 600 SECOND | 0-0 0 0:10:0",
        "INTERVAL 90 SECOND | 0-0 0 0:1:30",
        "INTERVAL 2 HOUR | 0-0 0 2:0:0",
        "INTERVAL 1 DAY | 0-0 1 0:0:0",
        "INTERVAL '0:15:0' HOUR TO SECOND | 0-0 0 0:15:0",
        "INTERVAL 0 MINUTE | 0-0 0 0:0:0",
      })
  void setsMaxStaleness(String interval, String stored) {
    sql.create("t", field("id", FieldType.INT64));

    SqlResult result = sql.run("ALTER TABLE d.t SET OPTIONS(max_staleness = " + interval + ")");

    assertThat(result.statementType()).isEqualTo("ALTER_TABLE");
    assertThat(rows("SELECT option_name, option_value FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS"))
        .containsExactly("max_staleness | " + stored);
  }

  @Test
  @Fact("CDC-044")
  void remembersThatMaxStalenessWasSet() {
    sql.create("t", field("id", FieldType.INT64));
    String options = "SELECT option_value FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS";

    sql.run("ALTER TABLE t SET OPTIONS(max_staleness = NULL)");
    assertThat(rows(options)).isEmpty();

    sql.run("ALTER TABLE t SET OPTIONS(max_staleness = INTERVAL 1 MINUTE)");
    sql.run("ALTER TABLE t SET OPTIONS(max_staleness = NULL)");
    assertThat(rows(options)).containsExactly("0-0 0 0:0:0");
  }

  @Test
  @Fact({"SQ-037", "SQ-038"})
  void setsAndClearsOtherOptions() {
    sql.create("t", field("id", FieldType.INT64));

    sql.run("ALTER TABLE t SET OPTIONS(description = 'd', labels = [('a', '1'), ('b', '2')])");
    sql.run("ALTER TABLE t SET OPTIONS(description = NULL, labels = [('c', '3')])");

    assertThat(sql.table("t").description()).isNull();
    assertThat(sql.table("t").labels()).isEqualTo(Map.of("c", "3"));
    assertThatThrownBy(() -> sql.run("ALTER TABLE t SET OPTIONS(enable_change_history = TRUE)"))
        .hasMessage("not supported by Penstock local: SQL table option enable_change_history");
    assertThatThrownBy(() -> sql.run("ALTER TABLE t SET OPTIONS(description = 5)"))
        .hasMessage("Invalid value for option description: wrong type");
  }

  @Test
  @Fact("SQ-034")
  void addsAndDropsAPrimaryKey() {
    sql.create("t", field("id", FieldType.INT64), field("x", FieldType.FLOAT64));

    sql.run("ALTER TABLE `p.d.t` ADD PRIMARY KEY (id) NOT ENFORCED");
    assertThat(sql.table("t").primaryKey()).containsExactly("id");
    assertThatThrownBy(() -> sql.run("ALTER TABLE t ADD PRIMARY KEY (id) NOT ENFORCED"))
        .hasMessage("Table p:d.t already has a primary key. DROP PRIMARY KEY first.");

    sql.run("ALTER TABLE t DROP PRIMARY KEY");
    sql.run("ALTER TABLE t DROP PRIMARY KEY IF EXISTS");
    assertThat(sql.table("t").primaryKey()).isEmpty();
    assertThatThrownBy(() -> sql.run("ALTER TABLE t ADD PRIMARY KEY (x) NOT ENFORCED"))
        .hasMessage("Primary key column x has unsupported type FLOAT64.");
    assertThatThrownBy(() -> sql.run("ALTER TABLE t ADD PRIMARY KEY (id)"))
        .hasMessageStartingWith("Enforced primary keys are not supported.");
  }

  @Test
  @Fact({"SQ-027", "RT-052", "RT-058"})
  void addsColumns() {
    sql.create("t", field("id", FieldType.INT64));
    sql.run("INSERT INTO t (id) VALUES (1)");

    sql.run("ALTER TABLE t ADD COLUMN name STRING, ADD COLUMN tags ARRAY<STRING>");
    sql.run("ALTER TABLE t ADD COLUMN IF NOT EXISTS NAME STRING");

    assertThat(rows("SELECT * FROM t")).containsExactly("1 | NULL | []");
    assertThatThrownBy(() -> sql.run("ALTER TABLE t ADD COLUMN r STRING NOT NULL"))
        .hasMessageContaining("Cannot add required fields to an existing schema");
    assertThatThrownBy(() -> sql.run("ALTER TABLE t ADD COLUMN r STRING DEFAULT 'x'"))
        .hasMessageStartingWith("Column r cannot be added with a default value.");
    assertThatThrownBy(() -> sql.run("ALTER TABLE t ADD COLUMN r.x STRING"))
        .hasMessageContaining("Syntax error");
  }

  @Test
  @Fact({"SQ-029", "RT-056", "RT-057"})
  void changesColumns() {
    sql.create("t", Field.of("id", FieldType.INT64, Mode.REQUIRED), field("n", FieldType.INT64));

    sql.run("ALTER TABLE t ALTER COLUMN id DROP NOT NULL");
    sql.run(
        "ALTER TABLE t ALTER COLUMN n SET DEFAULT 1 + 2, ALTER COLUMN n SET"
            + " OPTIONS(description='N')");
    sql.run("INSERT INTO t (id) VALUES (NULL)");

    assertThat(rows("SELECT * FROM t")).containsExactly("NULL | 3");
    assertThat(sql.table("t").fields().get(1).description()).isEqualTo("N");
    assertThatThrownBy(() -> sql.run("ALTER TABLE t ALTER COLUMN n DROP NOT NULL"))
        .hasMessageContaining("requires the column to be NOT NULL: n");
    assertThatThrownBy(() -> sql.run("ALTER TABLE t ALTER COLUMN id DROP DEFAULT"))
        .hasMessage(
            "Cannot DROP DEFAULT value from column id which does not have a DEFAULT value.");
  }

  @Test
  void changesAllOrNothing() {
    sql.create("t", field("id", FieldType.INT64));

    assertThatThrownBy(
            () -> sql.run("ALTER TABLE t ADD COLUMN a STRING, ALTER COLUMN id DROP NOT NULL"))
        .isInstanceOf(ServiceException.class);

    assertThat(sql.table("t").fields()).hasSize(1);
  }

  @Test
  @Fact("RT-146")
  void answersNotFoundForAnAbsentTable() {
    assertThatThrownBy(() -> sql.run("ALTER TABLE none SET OPTIONS(description = 'x')"))
        .hasMessage("Not found: Table p:d.none was not found in location US");
    assertThat(sql.run("ALTER TABLE IF EXISTS none SET OPTIONS(description = 'x')").rows())
        .isEmpty();
  }

  @Test
  @Fact("RT-064")
  void createsAndDropsDatasets() {
    sql.run("CREATE SCHEMA s OPTIONS(location = 'EU', description = 'x')");
    sql.run("CREATE SCHEMA IF NOT EXISTS s");
    sql.run("CREATE TABLE s.t (a INT64)");

    assertThat(sql.catalog.findDataset("p", "s").orElseThrow().location()).isEqualTo("EU");
    assertThatThrownBy(() -> sql.run("CREATE SCHEMA s")).hasMessage("Already Exists: Dataset p:s");
    assertThatThrownBy(() -> sql.run("DROP SCHEMA s"))
        .isInstanceOfSatisfying(
            ServiceException.class, e -> assertThat(e.reason()).isEqualTo("resourceInUse"));
    sql.run("DROP SCHEMA s CASCADE");
    assertThat(sql.catalog.findDataset("p", "s")).isEmpty();
  }

  @Test
  void changesNothingOnADryRun() {
    sql.create("t", field("id", FieldType.INT64));
    for (String statement :
        List.of(
            "DROP TABLE t",
            "CREATE TABLE u (a INT64)",
            "CREATE TABLE u AS SELECT 1 AS a",
            "ALTER TABLE t ADD COLUMN a STRING",
            "CREATE SCHEMA s",
            "INSERT INTO t (id) VALUES (1)",
            "DELETE FROM t WHERE TRUE")) {
      var unused = sql.engine.query(new SqlRequest("p", "d", "US", statement, List.of(), true));
    }

    assertThat(sql.catalog.listTables("p", "d")).hasSize(1);
    assertThat(sql.table("t").fields()).hasSize(1);
    assertThat(sql.catalog.findDataset("p", "s")).isEmpty();
    assertThat(rows("SELECT COUNT(*) FROM t")).containsExactly("0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CREATE TABLE u LIKE t AS SELECT 1 AS a | SQL CREATE TABLE LIKE with AS SELECT",
        "BEGIN TRANSACTION | SQL statement BEGIN",
        "CREATE TEMP FUNCTION f(x INT64) AS (x + 1) | SQL statement CREATE FUNCTION",
        "CREATE FUNCTION d.f(x INT64) RETURNS INT64 LANGUAGE js AS 'return x' | SQL statement CREATE FUNCTION",
        "CREATE TABLE FUNCTION d.f(x INT64) AS SELECT x AS a | SQL statement CREATE TABLE FUNCTION",
        "DROP FUNCTION d.f | SQL statement DROP FUNCTION",
        "DROP TABLE FUNCTION d.f | SQL statement DROP TABLE FUNCTION",
        "CREATE MODEL d.m OPTIONS(model_type='linear_reg') AS SELECT 1 AS label | SQL statement CREATE MODEL",
        "ALTER MODEL d.m SET OPTIONS(description='x') | SQL statement ALTER MODEL",
        "CREATE SEARCH INDEX i ON t(ALL COLUMNS) | SQL statement CREATE INDEX",
        "CREATE VECTOR INDEX i ON t(id) OPTIONS(index_type='IVF') | SQL statement CREATE INDEX",
        "DROP SEARCH INDEX i ON t | SQL statement DROP INDEX",
        "CREATE EXTERNAL TABLE d.e OPTIONS(format='CSV', uris=['gs://b/o']) | SQL statement CREATE EXTERNAL TABLE",
        "CREATE ROW ACCESS POLICY r ON t FILTER USING (id = 1) | SQL statement CREATE ROW ACCESS POLICY",
        "DROP ROW ACCESS POLICY r ON t | SQL statement DROP ROW ACCESS POLICY",
        "DROP ALL ROW ACCESS POLICIES ON t | SQL statement DROP ROW ACCESS POLICY",
        "GRANT `roles/x` ON TABLE t TO 'user:a@b.c' | SQL statement GRANT",
        "REVOKE `roles/x` ON TABLE t FROM 'user:a@b.c' | SQL statement REVOKE",
        "ALTER SCHEMA d SET OPTIONS(description='x') | SQL statement ALTER SCHEMA",
        "UNDROP SCHEMA d | SQL statement UNDROP",
        "CREATE RESERVATION `p.region-us.r` OPTIONS(slot_capacity=100) | SQL statement CREATE RESERVATION",
        "CREATE CAPACITY `p.region-us.c` OPTIONS(slot_count=100) | SQL statement CREATE CAPACITY",
        "CREATE ASSIGNMENT `p.region-us.r.a` OPTIONS(job_type='QUERY') | SQL statement CREATE ASSIGNMENT",
        "EXPORT MODEL d.m OPTIONS(uri='gs://b/o') | SQL statement EXPORT MODEL",
      })
  void refusesWhatItLeavesOut(String statement, String feature) {
    sql.create("t", field("id", FieldType.INT64));

    assertThatThrownBy(() -> sql.run(statement))
        .isInstanceOfSatisfying(
            ServiceException.class, e -> assertThat(e.httpCode()).isEqualTo(501))
        .hasMessage("not supported by Penstock local: " + feature);
  }
}
