package dev.penstock.local.rows;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.TableMetadata;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;

/** The tables of the database that hold one table. */
record PhysicalTable(TableMetadata table) {
  void create(Connection connection) throws SQLException {
    execute(
        connection, "CREATE TABLE " + table.physicalName() + "(" + columns(table.fields()) + ")");
  }

  /** The columns of a table with those fields, of which there may be none. */
  static String columns(List<Field> fields) {
    return fields.stream()
        .map(field -> PhysicalType.column(field) + ", ")
        .collect(Collectors.joining("", "", StreamedRows.COLUMN));
  }

  void drop(Connection connection) throws SQLException {
    execute(connection, "DROP TABLE " + table.physicalName());
    if (table.changed()) {
      for (String statement : new ChangeTables(table).drop()) {
        execute(connection, statement);
      }
    }
    execute(connection, new StagedTable(table).drop());
    StreamRecords.deleteAll(connection, table.physicalName());
  }

  /** What makes the change log follow a change of its table, once it is applied. */
  List<String> changeLog(TableMetadata before) {
    ChangeTables changes = new ChangeTables(table);
    if (table.changed() && !before.changed()) {
      return changes.create();
    }
    boolean newColumns = !before.fields().equals(table.fields());
    return table.changed() && newColumns ? List.of(changes.createLog()) : List.of();
  }

  static long count(Connection connection, String relation) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT count(*) FROM " + relation)) {
      result.next();
      return result.getLong(1);
    }
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
