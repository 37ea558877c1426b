package dev.penstock.local.rows;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The database's own table of write streams. Thread-safe. */
final class StreamRecords {
  private StreamRecords() {}

  static void prepare(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS penstock_streams(table_name VARCHAR, number BIGINT, id"
              + " VARCHAR, kind VARCHAR, create_millis BIGINT, table_rows BIGINT, finalized"
              + " BOOLEAN, commit_millis BIGINT)");
    }
  }

  /** All streams by the physical name of their table. */
  static Map<String, List<StreamRecord>> load(Connection connection) throws SQLException {
    Map<String, List<StreamRecord>> streams = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM penstock_streams ORDER BY number")) {
      while (rows.next()) {
        streams
            .computeIfAbsent(rows.getString("table_name"), table -> new ArrayList<>())
            .add(
                new StreamRecord(
                    rows.getLong("number"),
                    rows.getString("id"),
                    StreamKind.valueOf(rows.getString("kind")),
                    rows.getLong("create_millis"),
                    rows.getLong("table_rows"),
                    rows.getBoolean("finalized"),
                    rows.getLong("commit_millis")));
      }
    }
    return streams;
  }

  static void insert(Connection connection, String table, StreamRecord stream) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO penstock_streams VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
      insert.setString(1, table);
      insert.setLong(2, stream.number());
      insert.setString(3, stream.id());
      insert.setString(4, stream.kind().name());
      insert.setLong(5, stream.createMillis());
      insert.setLong(6, stream.tableRows());
      insert.setBoolean(7, stream.finalized());
      insert.setLong(8, stream.commitMillis());
      insert.executeUpdate();
    }
  }

  static void update(Connection connection, String table, StreamRecord stream) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE penstock_streams SET table_rows = ?, finalized = ?, commit_millis = ? WHERE"
                + " table_name = ? AND number = ?")) {
      update.setLong(1, stream.tableRows());
      update.setBoolean(2, stream.finalized());
      update.setLong(3, stream.commitMillis());
      update.setString(4, table);
      update.setLong(5, stream.number());
      update.executeUpdate();
    }
  }

  static void delete(Connection connection, String table, StreamRecord stream) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement(
            "DELETE FROM penstock_streams WHERE table_name = ? AND number = ?")) {
      delete.setString(1, table);
      delete.setLong(2, stream.number());
      delete.executeUpdate();
    }
  }

  static void deleteAll(Connection connection, String table) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM penstock_streams WHERE table_name = ?")) {
      delete.setString(1, table);
      delete.executeUpdate();
    }
  }
}
