package dev.penstock.core.table;

import static dev.penstock.core.table.TablesFixture.COLUMNS;
import static dev.penstock.core.table.TablesFixture.T;
import static dev.penstock.core.table.TablesFixture.existing;
import static dev.penstock.core.table.TablesFixture.field;
import static dev.penstock.core.table.TablesFixture.may;
import static dev.penstock.core.table.TablesFixture.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a table must be like to take changes. */
class ChangeTableTest {
  private final TablesFixture tables = new TablesFixture();

  @AfterEach
  void close() {
    tables.close();
  }

  @Test
  void namesTheStatementThatAddsAMissingKey() {
    tables.server.put(
        "t", existing(null, field("a", "INTEGER", "NULLABLE"), field("b", "STRING", "")));

    assertThatThrownBy(() -> tables.admin.ensure(T, policy("a", "b"), COLUMNS, true))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_UNSUITABLE))
        .hasMessage(
            "Table p.d.t cannot take changes: it has no primary key. Give it one: ALTER TABLE"
                + " `p.d.t` ADD PRIMARY KEY (`a`, `b`) NOT ENFORCED.");
  }

  @Test
  void addsAMissingKeyWhenAllowed() {
    tables.server.put("t", existing(null, field("a", "INTEGER", "NULLABLE")));

    LiveTable table = tables.admin.ensure(T, may(true, false, true, "a"), COLUMNS, true);

    assertThat(table.primaryKey()).containsExactly("a");
  }

  @Test
  void acceptsAKeyInAnotherOrderAndCase() {
    tables.server.put(
        "t",
        existing(
            List.of("B", "a"),
            field("a", "INTEGER", "REQUIRED"),
            field("B", "STRING", "REQUIRED")));

    assertThat(tables.admin.ensure(T, policy("a", "b"), COLUMNS, true).primaryKey())
        .containsExactly("B", "a");
  }

  @Test
  void refusesAnotherKey() {
    tables.server.put("t", existing(List.of("a"), field("a", "INTEGER", "REQUIRED")));

    assertThatThrownBy(() -> tables.admin.ensure(T, policy("a", "b"), COLUMNS, true))
        .hasMessage(
            "Table p.d.t cannot take changes: its primary key is [a] and the key of the rows is"
                + " [a, b]. Make both the same set of columns.");
  }

  @ParameterizedTest
  @EnumSource(names = {"BYTES", "FLOAT64", "TIME", "JSON", "GEOGRAPHY", "INTERVAL"})
  void refusesAKeyOfAForbiddenType(ColumnType type) {
    List<Column> columns = List.of(Column.nullable("id", type));

    assertThatThrownBy(() -> tables.admin.ensure(T, policy("id"), columns, true))
        .hasMessage(
            "Table p.d.t cannot take changes: the key column 'id' is "
                + type
                + ", and a primary key takes only [BOOL, INT64, NUMERIC, BIGNUMERIC, STRING, DATE,"
                + " DATETIME, TIMESTAMP]. Choose another key, or convert the column, for example"
                + " to STRING.");
    assertThat(tables.server.table("t")).isNull();
  }

  @Test
  void takes16KeyColumnsAndRefuses17() {
    List<String> names = IntStream.range(0, 17).mapToObj(i -> "k" + i).toList();
    List<Column> columns =
        names.stream().map(name -> Column.nullable(name, ColumnType.INT64)).toList();

    assertThatThrownBy(() -> tables.admin.ensure(T, TablePolicy.forChanges(names), columns, true))
        .hasMessage(
            "Table p.d.t cannot take changes: the key has 17 columns and BigQuery allows 16: "
                + names
                + ". Use a shorter key.");
    assertThat(
            tables
                .admin
                .ensure(T, TablePolicy.forChanges(names.subList(0, 16)), columns, true)
                .primaryKey())
        .hasSize(16);
  }

  @Test
  void refusesColumnsWithReservedNames() {
    tables.server.put(
        "t",
        existing(
            List.of("a"),
            field("a", "INTEGER", "REQUIRED"),
            field("_change_type", "STRING", "NULLABLE")));

    assertThatThrownBy(() -> tables.admin.ensure(T, policy("a"), COLUMNS, true))
        .hasMessage(
            "Table p.d.t cannot take changes: the column '_change_type' has a name that BigQuery"
                + " reserves for changes. Rename or drop the column.");
  }

  @Test
  void refusesMoreThan2000Columns() {
    List<Column> columns =
        IntStream.range(0, 2_001)
            .mapToObj(i -> Column.nullable("c" + i, ColumnType.INT64))
            .toList();

    assertThatThrownBy(() -> tables.admin.ensure(T, policy("c0"), columns, true))
        .hasMessage(
            "Table p.d.t cannot take changes: it has 2001 columns and a table that takes changes"
                + " may have 2000. Split the table.");
  }
}
