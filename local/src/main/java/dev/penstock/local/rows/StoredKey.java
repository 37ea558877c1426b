package dev.penstock.local.rows;

import static dev.penstock.local.rows.PhysicalType.quote;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.TableMetadata;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads what a table holds of one key. One owner thread. */
final class StoredKey {
  private static final int MAX_ROWS = 100;

  private final Connection connection;
  private final TableMetadata table;
  private final List<Object> key;
  private final String condition;

  StoredKey(Connection connection, TableMetadata table, List<Object> key) {
    this.connection = connection;
    this.table = table;
    this.key = key;
    this.condition =
        " WHERE "
            + table.primaryKey().stream()
                .map(name -> quote(name) + " = " + parameter(table, name))
                .collect(Collectors.joining(" AND "));
  }

  private static String parameter(TableMetadata table, String name) {
    Field field = Field.find(table.fields(), name);
    if (field == null) {
      throw new IllegalStateException(name + " is no column of " + table.id());
    }
    return "CAST(? AS " + PhysicalType.of(field) + ")";
  }

  /**
   * Reads it.
   *
   * @param relation the rows that queries see
   * @param isBase whether these are the rows of the last apply
   */
  KeyStory.Stored read(String relation, boolean isBase) throws SQLException {
    String columns = PhysicalType.names(table.fields(), "");
    List<List<@Nullable Object>> rows =
        find("SELECT " + columns + " FROM " + relation, in -> RowReader.row(in, table.fields()));
    if (!table.changed()) {
      return new KeyStory.Stored(rows, isBase, null, null, 0);
    }
    ChangeTables changes = new ChangeTables(table);
    String sequence =
        find(
                "SELECT " + ChangeTables.SEQUENCE + " FROM " + table.physicalName(),
                in -> Optional.ofNullable(in.getString(1)))
            .stream()
            .flatMap(Optional::stream)
            .findFirst()
            .orElse(null);
    return find(
            changes.selectTombstones(),
            in -> new KeyStory.Stored(rows, isBase, sequence, in.getString(1), in.getLong(2)))
        .stream()
        .findFirst()
        .orElseGet(() -> new KeyStory.Stored(rows, isBase, sequence, null, 0));
  }

  private interface Reading<T> {
    T read(ResultSet row) throws SQLException;
  }

  private <T> List<T> find(String select, Reading<T> reading) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(select + condition + " LIMIT " + MAX_ROWS)) {
      for (int i = 0; i < key.size(); i++) {
        Object value = key.get(i);
        if (value instanceof byte[] raw) {
          statement.setBytes(i + 1, raw);
        } else {
          statement.setString(i + 1, text(value));
        }
      }
      List<T> found = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          found.add(reading.read(row));
        }
      }
      return found;
    }
  }

  private static String text(Object value) {
    return value instanceof BigDecimal number
        ? number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString()
        : value.toString();
  }
}
