package dev.penstock.local.sql;

import static dev.penstock.local.sql.SqlFixture.field;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.Fact;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class InformationViewsTest {
  private static final long CREATED = 1_767_225_600_000L;

  private final SqlFixture sql = new SqlFixture(InformationViewsTest::jobs);

  private static List<JobHistory.Entry> jobs(String project, int max) {
    return List.of(
        new JobHistory.Entry(
            "j2",
            "QUERY",
            "DONE",
            CREATED,
            CREATED + 1000,
            CREATED + 2000,
            "DELETE d.t WHERE 'it''s'",
            new TableId("p", "d", "t"),
            Map.of("team", "a"),
            null,
            new SqlResult("DELETE", List.of(), List.of(), new DmlCounts(0, 0, 3), null)),
        new JobHistory.Entry(
            "j1",
            "LOAD",
            "DONE",
            CREATED,
            CREATED,
            CREATED,
            null,
            null,
            Map.of(),
            ServiceException.invalid("Bad row"),
            null));
  }

  @BeforeAll
  void createTables() {
    sql.create("base", field("id", FieldType.INT64), field("n", FieldType.STRING));
    sql.run("INSERT d.base VALUES (1, 'one'), (2, NULL)");
    sql.run("CREATE VIEW d.v OPTIONS(description='A view') AS SELECT id FROM d.base");
    sql.run("CREATE MATERIALIZED VIEW d.mv CLUSTER BY id AS SELECT id FROM d.base");
    sql.run("CREATE SNAPSHOT TABLE d.snap CLONE d.base");
    sql.run("CREATE TABLE other.days(day DATE, id INT64) PARTITION BY day");
    sql.run(
        "INSERT other.days VALUES (DATE '2026-01-01', 1), (DATE '2026-01-01', 2), (NULL, 3),"
            + " (DATE '2026-02-03', 4)");
    sql.run("CREATE TABLE other.hours(made TIMESTAMP) PARTITION BY TIMESTAMP_TRUNC(made, HOUR)");
    sql.run("INSERT other.hours VALUES (TIMESTAMP '2026-01-01 07:59:00')");
    sql.run(
        "CREATE TABLE other.ranges(n INT64) PARTITION BY RANGE_BUCKET(n, GENERATE_ARRAY(0, 100,"
            + " 10))");
    sql.run("INSERT other.ranges VALUES (0), (9), (10), (99), (100), (-1), (NULL)");
  }

  @AfterAll
  void close() throws SQLException {
    sql.close();
  }

  private List<String> rows(String query) {
    return Printed.rows(sql.run(query));
  }

  @Test
  @Fact("SQ-067")
  void tellsTablesFromViewsAndCopies() {
    assertThat(
            rows(
                "SELECT table_name, table_type, is_insertable_into, base_table_name,"
                    + " snapshot_time_ms IS NULL FROM d.INFORMATION_SCHEMA.TABLES ORDER BY 1"))
        .containsExactly(
            "base | BASE TABLE | YES | NULL | true",
            "mv | MATERIALIZED VIEW | NO | NULL | true",
            "snap | SNAPSHOT | NO | base | false",
            "v | VIEW | NO | NULL | true");
  }

  @Test
  void showsStatementsThatCanBeRunAgain() {
    assertThat(
            rows(
                "SELECT ddl FROM d.INFORMATION_SCHEMA.TABLES WHERE table_name IN ('v', 'mv') ORDER"
                    + " BY table_name DESC"))
        .containsExactly(
            """
            CREATE VIEW `p.d.v`
            OPTIONS(
              description="A view"
            )
            AS SELECT id FROM d.base;\
            """,
            """
            CREATE MATERIALIZED VIEW `p.d.mv`
            CLUSTER BY id
            AS SELECT id FROM d.base;\
            """);
    sql.run("DROP VIEW d.v");
    sql.run(
        """
        CREATE VIEW `p.d.v`
        OPTIONS(
          description="A view"
        )
        AS SELECT id FROM d.base;\
        """);
    assertThat(rows("SELECT COUNT(*) FROM d.v")).containsExactly("2");
  }

  @Test
  void listsViews() {
    assertThat(rows("SELECT * FROM d.INFORMATION_SCHEMA.VIEWS"))
        .containsExactly("p | d | v | SELECT id FROM d.base | NULL | YES");
  }

  @Test
  void listsFieldsInsideOfColumns() {
    sql.run("CREATE TABLE other.nested(s ARRAY<STRUCT<a INT64, b STRUCT<c STRING>>>)");

    assertThat(
            rows(
                "SELECT column_name, field_path, data_type FROM"
                    + " other.INFORMATION_SCHEMA.COLUMN_FIELD_PATHS WHERE table_name = 'nested'"
                    + " ORDER BY field_path"))
        .containsExactly(
            "s | s | ARRAY<STRUCT<a INT64, b STRUCT<c STRING>>>",
            "s | s.a | INT64",
            "s | s.b | STRUCT<c STRING>",
            "s | s.b.c | STRING");
  }

  @Test
  @Fact({"SQ-070", "LD-055"})
  void listsPartitionsWithTheirSizes() {
    assertThat(
            rows(
                "SELECT table_name, partition_id, total_rows, total_logical_bytes FROM"
                    + " other.INFORMATION_SCHEMA.PARTITIONS WHERE table_name <> 'nested' ORDER BY"
                    + " 1, 2"))
        .containsExactly(
            "days | 20260101 | 2 | 32",
            "days | 20260203 | 1 | 16",
            "days | __NULL__ | 1 | 8",
            "hours | 2026010107 | 1 | 8",
            "ranges | 0 | 2 | 16",
            "ranges | 10 | 1 | 8",
            "ranges | 90 | 1 | 8",
            "ranges | __NULL__ | 1 | 0",
            "ranges | __UNPARTITIONED__ | 2 | 16");
    assertThat(
            rows(
                "SELECT table_name, partition_id, total_rows FROM d.INFORMATION_SCHEMA.PARTITIONS"
                    + " ORDER BY 1"))
        .containsExactly("base | NULL | 2", "snap | NULL | 2");
  }

  @Test
  void listsWhatTablesHold() {
    assertThat(
            rows(
                "SELECT table_name, total_rows, total_partitions, total_logical_bytes FROM"
                    + " `p.region-us`.INFORMATION_SCHEMA.TABLE_STORAGE WHERE table_name IN ('base',"
                    + " 'days') ORDER BY 1"))
        .containsExactly("base | 2 | 0 | 21", "days | 4 | 3 | 56");
  }

  @Test
  @Fact("SQ-071")
  void listsJobs() {
    assertThat(
            rows(
                "SELECT job_id, job_type, statement_type, state, query, destination_table.table_id,"
                    + " dml_statistics.deleted_row_count, labels[OFFSET(0)].key, end_time FROM"
                    + " `region-us`.INFORMATION_SCHEMA.JOBS_BY_PROJECT WHERE job_id = 'j2'"))
        .containsExactly(
            "j2 | QUERY | DELETE | DONE | DELETE d.t WHERE 'it''s' | t | 3 | team |"
                + " 2026-01-01T00:00:02Z");
    assertThat(
            rows(
                "SELECT job_id, error_result.reason, error_result.message, dml_statistics IS NULL,"
                    + " ARRAY_LENGTH(labels) FROM INFORMATION_SCHEMA.JOBS WHERE error_result IS NOT"
                    + " NULL"))
        .containsExactly("j1 | invalid | Bad row | true | 0");
    assertThatThrownBy(() -> sql.run("SELECT 1 FROM p.d.INFORMATION_SCHEMA.JOBS"))
        .hasMessage("INFORMATION_SCHEMA.JOBS cannot be qualified with a dataset.");
  }

  @Test
  void listsDatasetsWithTheirOptions() {
    assertThat(
            rows(
                "SELECT schema_name, ddl FROM INFORMATION_SCHEMA.SCHEMATA WHERE schema_name ="
                    + " 'other'"))
        .containsExactly("other | CREATE SCHEMA `p.other`\nOPTIONS(\n  location=\"US\"\n);");
    sql.run("CREATE SCHEMA told OPTIONS(description='Told')");
    assertThat(
            rows(
                "SELECT schema_name, option_name, option_type, option_value FROM"
                    + " INFORMATION_SCHEMA.SCHEMATA_OPTIONS"))
        .containsExactly("told | description | STRING | \"Told\"");
  }

  @Test
  void textsOfAnyCharactersComeBack() {
    String query = "SELECT '\u001f \u001bb \u001be \u001bn' AS x";
    sql.run("CREATE VIEW other.odd AS " + query);

    assertThat(
            rows("SELECT view_definition = \"" + query + "\" FROM other.INFORMATION_SCHEMA.VIEWS"))
        .containsExactly("true");
  }
}
