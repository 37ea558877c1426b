package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.model.TableSpec;
import dev.penstock.core.reader.MapRows;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.Time;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tables that are made to fit the rows written to them, on a local BigQuery. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FittingTablesIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("fit");

  private static final TablePolicy RELAXES =
      TablePolicy.builder().relaxRequired(true).addColumns(true).build();
  private static final TablePolicy WIDENS = TablePolicy.builder().widenTypes(true).build();

  private BigQueryConnection connection;
  private TableAdmin admin;

  @BeforeAll
  void open() {
    connection =
        BigQueryConnection.open(
            LocalWriters.endpoint(BIGQUERY), BIGQUERY.project(), "penstock-test/1");
    admin = new TableAdmin(connection, Time.SYSTEM);
  }

  @AfterAll
  void close() {
    connection.close();
  }

  private static Destination table(String name) {
    return new Destination(BIGQUERY.project(), "fit", name);
  }

  private static Column required(String name, ColumnType type) {
    return Column.of(name, type, ColumnMode.REQUIRED);
  }

  private void make(String name, Column... columns) {
    admin.create(
        table(name), new TableSpec(new TableSchema(List.of(columns)), List.of(), null, List.of()));
  }

  private List<Column> columns(String name) {
    return admin.find(table(name)).orElseThrow().schema().columns();
  }

  private void write(String name, TablePolicy policy, List<Column> columns, Map<String, ?> row) {
    MapRows reader = MapRows.of(new TableSchema(columns));
    try (RowStream<Map<String, ?>> stream =
        RowStream.open(connection, table(name), policy, reader.schema(), reader::read)) {
      stream.append(row);
    }
  }

  @Test
  void requiredGoesWherePlainRowsMayLeaveAColumnEmpty() {
    make(
        "strict",
        required("id", ColumnType.INT64),
        required("name", ColumnType.STRING),
        required("gone", ColumnType.STRING),
        Column.struct("s", ColumnMode.NULLABLE, List.of(required("x", ColumnType.STRING))));

    write(
        "strict",
        RELAXES,
        List.of(
            required("id", ColumnType.INT64),
            Column.nullable("name", ColumnType.STRING),
            Column.struct(
                "s",
                ColumnMode.NULLABLE,
                List.of(
                    Column.nullable("x", ColumnType.STRING),
                    Column.nullable("y", ColumnType.INT64)))),
        Map.of("id", 1L, "s", Map.of("y", 7L)));

    assertThat(columns("strict"))
        .containsExactly(
            required("id", ColumnType.INT64),
            Column.nullable("name", ColumnType.STRING),
            Column.nullable("gone", ColumnType.STRING),
            Column.struct(
                "s",
                ColumnMode.NULLABLE,
                List.of(
                    Column.nullable("x", ColumnType.STRING),
                    Column.nullable("y", ColumnType.INT64))));
    assertThat(BIGQUERY.table("fit", "strict").rows())
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("id", 1L));
  }

  @Test
  void requiredStaysUnlessItMayGo() {
    make("kept", required("id", ColumnType.INT64), required("name", ColumnType.STRING));

    assertThatThrownBy(
            () ->
                write(
                    "kept",
                    TablePolicy.asItIs(),
                    List.of(required("id", ColumnType.INT64)),
                    Map.of("id", 1L)))
        .hasMessageContaining(
            "Column 'name' is STRING NOT NULL, and the source has no such field.");
    assertThat(columns("kept")).contains(required("name", ColumnType.STRING));
  }

  @Test
  @Tag("sql")
  void typesAndLengthsGrowWhereTheyMay() {
    make(
        "narrow",
        Column.nullable("n", ColumnType.INT64),
        new Column("d", ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), 4, 2, null));

    write(
        "narrow",
        WIDENS,
        List.of(
            Column.nullable("n", ColumnType.FLOAT64),
            new Column("d", ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), 8, 3, null)),
        Map.of("n", 1.5, "d", new BigDecimal("12345.678")));

    assertThat(columns("narrow"))
        .containsExactly(
            Column.nullable("n", ColumnType.FLOAT64),
            new Column("d", ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), 8, 3, null));
    assertThat(BIGQUERY.table("fit", "narrow").rows())
        .containsExactly(Map.of("n", 1.5, "d", new BigDecimal("12345.678")));
  }

  @Test
  @Tag("sql")
  void aTypeThatTheServiceDoesNotChangeNowIsToldWithTheStatement() {
    make("busy", Column.nullable("n", ColumnType.INT64));
    write("busy", WIDENS, List.of(Column.nullable("n", ColumnType.INT64)), Map.of("n", 1L));

    assertThatThrownBy(
            () ->
                write(
                    "busy",
                    WIDENS,
                    List.of(Column.nullable("n", ColumnType.FLOAT64)),
                    Map.of("n", 1.5)))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REQUEST_INVALID))
        .hasMessageStartingWith(
            "Column 'n' of "
                + table("busy")
                + " does not hold the rows and could not be changed from INT64 to FLOAT64: ")
        .hasMessageEndingWith(
            "Run this when no rows lie in the streaming buffer of the table: ALTER TABLE `"
                + table("busy")
                + "` ALTER COLUMN `n` SET DATA TYPE FLOAT64");
  }

  @Test
  @Tag("sql")
  void filesOfOtherTypesAreRefusedByBothTypes() {
    make("typed", Column.nullable("n", ColumnType.INT64));

    assertThatThrownBy(
            () ->
                admin.unite(
                    table("typed"),
                    new TableSchema(List.of(Column.nullable("n", ColumnType.STRING))),
                    WIDENS))
        .hasMessageContaining("column 'n' is INT64 there and STRING in the rows");
    assertThat(
            admin
                .unite(
                    table("typed"),
                    new TableSchema(List.of(Column.nullable("n", ColumnType.BIGNUMERIC))),
                    WIDENS)
                .schema()
                .columns())
        .containsExactly(Column.nullable("n", ColumnType.BIGNUMERIC));
  }
}
