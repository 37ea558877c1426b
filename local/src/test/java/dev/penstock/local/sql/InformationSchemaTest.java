package dev.penstock.local.sql;

import static dev.penstock.local.sql.SqlFixture.field;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.Fact;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class InformationSchemaTest {
  private static final String DDL = "SELECT ddl FROM d.INFORMATION_SCHEMA.TABLES";
  private static final TableId ORDERS = new TableId("p", "d", "orders");

  private final SqlFixture sql = new SqlFixture();

  @BeforeAll
  void createTable() {
    List<Field> fields =
        List.of(
            Field.of("id", FieldType.INT64, Mode.REQUIRED),
            new Field(
                "price",
                FieldType.NUMERIC,
                Mode.NULLABLE,
                List.of(),
                10,
                2,
                null,
                "Net",
                "0",
                List.of(),
                false),
            Field.of("made", FieldType.TIMESTAMP, Mode.NULLABLE),
            new Field(
                "items",
                FieldType.STRUCT,
                Mode.REPEATED,
                List.of(field("name", FieldType.STRING)),
                null,
                null,
                null,
                null,
                null,
                List.of(),
                false));
    sql.catalog.createTable(
        new TableMetadata(
            ORDERS,
            "",
            "",
            0,
            0,
            fields,
            List.of("id"),
            List.of("id"),
            new Partitioning("DAY", "made", 86_400_000L, true),
            Map.of("team", "a"),
            Map.of("max_staleness", "0-0 0 0:10:0"),
            "All \"orders\"",
            null,
            null,
            false,
            null));
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
  void listsTables() {
    assertThat(
            rows(
                "SELECT table_catalog, table_schema, table_name, table_type, is_insertable_into,"
                    + " creation_time, upsert_stream_apply_watermark"
                    + " FROM d.INFORMATION_SCHEMA.TABLES"))
        .containsExactly("p | d | orders | BASE TABLE | YES | 2026-03-04T05:06:07.123Z | NULL");
  }

  @Test
  void showsTheStatementThatMakesATable() {
    assertThat(rows(DDL))
        .containsExactly(
            """
            CREATE TABLE `p.d.orders`
            (
              id INT64 NOT NULL,
              price NUMERIC(10, 2) DEFAULT 0 OPTIONS(description="Net"),
              made TIMESTAMP,
              items ARRAY<STRUCT<name STRING>>,
              PRIMARY KEY (id) NOT ENFORCED
            )
            PARTITION BY DATE(made)
            CLUSTER BY id
            OPTIONS(
              description="All \\"orders\\"",
              labels=[STRUCT("team", "a")],
              max_staleness=INTERVAL '0-0 0 0:10:0' YEAR TO SECOND,
              partition_expiration_days=1.0,
              require_partition_filter=true
            );\
            """);
  }

  @Test
  void theStatementThatMakesATableQuotesWhatIsNoPlainName() throws SQLException {
    try (SqlFixture other = new SqlFixture()) {
      other.run(
          "CREATE TABLE d.t (`order` DATE NOT NULL, `Group` STRUCT<`select` INT64, a INT64>,"
              + " `straße` STRING, name STRING, PRIMARY KEY (`order`) NOT ENFORCED)"
              + " PARTITION BY DATE_TRUNC(`order`, MONTH) CLUSTER BY `order`, `straße`");
      String statement =
          """
          CREATE TABLE `p.d.t`
          (
            `order` DATE NOT NULL,
            `Group` STRUCT<`select` INT64, a INT64>,
            `straße` STRING,
            name STRING,
            PRIMARY KEY (`order`) NOT ENFORCED
          )
          PARTITION BY DATE_TRUNC(`order`, MONTH)
          CLUSTER BY `order`, `straße`;\
          """;

      assertThat(Printed.rows(other.run(DDL))).containsExactly(statement);
      other.run("DROP TABLE d.t");
      other.run(statement);
      assertThat(Printed.rows(other.run(DDL))).containsExactly(statement);
    }
  }

  @Test
  @Fact({"CDC-042", "CDC-016"})
  void showsHowFarChangesAreApplied() throws SQLException {
    try (SqlFixture changed = new SqlFixture()) {
      TableMetadata table = changed.create("t", field("id", FieldType.INT64));
      changed.catalog.updateTable(table.id(), t -> t.withPrimaryKey(List.of("id")));
      TableMetadata unused = changed.catalog.markChanged(table);

      assertThat(
              changed.value(
                  "SELECT upsert_stream_apply_watermark FROM d.INFORMATION_SCHEMA.TABLES"))
          .isEqualTo(Instant.parse("2026-03-04T05:06:07.123Z"));
      assertThatThrownBy(() -> changed.run("SELECT _CHANGE_TYPE FROM d.t"))
          .hasMessageContaining("Unrecognized name: _CHANGE_TYPE");
    }
  }

  @Test
  @Fact("SQ-068")
  void listsColumns() {
    assertThat(
            rows(
                "SELECT column_name, ordinal_position, is_nullable, data_type,"
                    + " is_partitioning_column, clustering_ordinal_position, column_default"
                    + " FROM `p.d.INFORMATION_SCHEMA.COLUMNS` WHERE table_name = 'orders'"
                    + " ORDER BY ordinal_position"))
        .containsExactly(
            "id | 1 | NO | INT64 | NO | 1 | NULL",
            "price | 2 | YES | NUMERIC(10, 2) | NO | NULL | 0",
            "made | 3 | YES | TIMESTAMP | YES | NULL | NULL",
            "items | 4 | NO | ARRAY<STRUCT<name STRING>> | NO | NULL | NULL");
  }

  @Test
  @Fact({"SQ-069", "CDC-043"})
  void listsOptions() {
    assertThat(
            rows(
                "SELECT option_name, option_type, option_value"
                    + " FROM p.d.INFORMATION_SCHEMA.TABLE_OPTIONS ORDER BY option_name"))
        .containsExactly(
            "description | STRING | \"All \\\"orders\\\"\"",
            "labels | ARRAY<STRUCT<STRING, STRING>> | [STRUCT(\"team\", \"a\")]",
            "max_staleness | INTERVAL | 0-0 0 0:10:0",
            "partition_expiration_days | FLOAT64 | 1.0",
            "require_partition_filter | BOOL | true");
  }

  @Test
  @Fact("SQ-036")
  void listsPrimaryKeys() {
    assertThat(
            rows(
                "SELECT constraint_name, table_name, constraint_type, enforced"
                    + " FROM d.INFORMATION_SCHEMA.TABLE_CONSTRAINTS"))
        .containsExactly("orders.pk$ | orders | PRIMARY KEY | NO");
    assertThat(
            rows(
                "SELECT constraint_name, column_name, ordinal_position"
                    + " FROM d.INFORMATION_SCHEMA.KEY_COLUMN_USAGE"))
        .containsExactly("orders.pk$ | id | 1");
    assertThat(rows("SELECT column_name FROM d.INFORMATION_SCHEMA.CONSTRAINT_COLUMN_USAGE"))
        .containsExactly("id");
  }

  @Test
  void listsDatasets() {
    assertThat(rows("SELECT schema_name, location FROM INFORMATION_SCHEMA.SCHEMATA ORDER BY 1"))
        .containsExactly("d | US", "other | US");
    assertThat(rows("SELECT schema_name FROM `region-us`.INFORMATION_SCHEMA.SCHEMATA ORDER BY 1"))
        .containsExactly("d", "other");
    assertThat(rows("SELECT schema_name FROM `my-proj`.INFORMATION_SCHEMA.SCHEMATA"))
        .containsExactly("d");
    assertThat(rows("SELECT table_name FROM `p.region-us`.INFORMATION_SCHEMA.TABLES"))
        .containsExactly("orders");
  }

  @Test
  void refusesViewsItDoesNotHaveAndAbsentDatasets() {
    assertThatThrownBy(() -> rows("SELECT * FROM d.INFORMATION_SCHEMA.SEARCH_INDEXES"))
        .hasMessage("not supported by Penstock local: SQL view INFORMATION_SCHEMA.SEARCH_INDEXES");
    assertThatThrownBy(() -> rows("SELECT * FROM none.INFORMATION_SCHEMA.TABLES"))
        .hasMessage("Not found: Dataset p:none was not found in location US");
  }
}
