package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JdbcRowsTest {
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection("jdbc:duckdb:");
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private ResultSet first(String select) throws SQLException {
    ResultSet results = statement.executeQuery(select);
    assertThat(results.next()).isTrue();
    return results;
  }

  private RowReader read(String select, SourceField... fields) throws SQLException {
    return JdbcRows.of(new SourceSchema(List.of(fields))).read(first(select));
  }

  private static SourceField field(String name, ValueKind kind) {
    return SourceField.of(name, kind, true);
  }

  @Test
  void readsColumnsInAnyOrderAndTellsNulls() throws SQLException {
    RowReader row =
        read(
            "SELECT true, 7, 1.5::DOUBLE, 1.10::DECIMAL(5,2), NULL",
            field("a", ValueKind.BOOL),
            field("b", ValueKind.LONG),
            field("c", ValueKind.DOUBLE),
            SourceField.decimal("d", true, 5, 2),
            field("e", ValueKind.LONG));
    assertThat(row.size()).isEqualTo(5);
    assertThat(row.isNull(4)).isTrue();
    assertThat(row.decimalAt(3)).hasToString("1.10");
    assertThat(row.isNull(1)).isFalse();
    assertThat(row.longAt(1)).isEqualTo(7);
    assertThat(row.booleanAt(0)).isTrue();
    assertThat(row.doubleAt(2)).isEqualTo(1.5);
    assertThat(row.isNull(3)).isFalse();
  }

  @Test
  void forgetsTheValuesOfTheRowBefore() throws SQLException {
    JdbcRows rows = JdbcRows.of(new SourceSchema(List.of(field("n", ValueKind.LONG))));
    ResultSet results = first("SELECT * FROM (VALUES (1), (NULL), (3)) AS t(n)");
    assertThat(rows.read(results).longAt(0)).isEqualTo(1);
    results.next();
    assertThat(rows.read(results).isNull(0)).isTrue();
    results.next();
    assertThat(rows.read(results).isNull(0)).isFalse();
    assertThat(rows.read(results).longAt(0)).isEqualTo(3);
  }

  @Test
  void namesColumnsThatTheDriverCannotReadButNoValues() throws SQLException {
    RowReader row = read("SELECT 'sesame'", field("n", ValueKind.LONG));
    assertThatThrownBy(() -> row.longAt(0))
        .isInstanceOf(RowFaultException.class)
        .hasMessageStartingWith("Column 'n' cannot be read as LONG (")
        .hasMessageNotContaining("sesame");
  }

  @Test
  void namesNestedValuesOfAnotherKindButNoValues() throws SQLException {
    SourceField struct =
        SourceField.struct(
            "s", true, List.of(SourceField.list("l", true, field("element", ValueKind.LONG))));
    RowReader row = read("SELECT {'l': ['sesame', NULL]}", struct);
    RowReader list = row.struct(0).list(0);
    assertThat(list.size()).isEqualTo(2);
    assertThat(list.isNull(1)).isTrue();
    assertThatThrownBy(() -> list.longAt(0))
        .isInstanceOf(RowFaultException.class)
        .hasMessage(
            "Column 's.l' is read as LONG, and the driver yields a java.lang.String. Leave the"
                + " column out, or report it.");
  }
}
