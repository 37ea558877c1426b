package dev.penstock.local.rows;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/**
 * The database's own list of when the rows of tables changed in another way than by streamed rows,
 * which say it themselves. Transactions only add to it, so that none disturbs another.
 */
final class RowTimes {
  private RowTimes() {}

  /** The newest time of each table by physical name; those before it are forgotten. */
  static Map<String, Long> load(Connection connection) throws SQLException {
    Map<String, Long> times = new HashMap<>();
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS penstock_row_times(table_name VARCHAR, millis BIGINT)");
      statement.execute(
          "CREATE OR REPLACE TABLE penstock_row_times AS SELECT table_name, max(millis) AS millis"
              + " FROM penstock_row_times GROUP BY table_name");
      try (ResultSet rows = statement.executeQuery("SELECT * FROM penstock_row_times")) {
        while (rows.next()) {
          times.put(rows.getString(1), rows.getLong(2));
        }
      }
    }
    return times;
  }

  static void add(Connection transaction, String table, long millis) throws SQLException {
    try (PreparedStatement insert =
        transaction.prepareStatement("INSERT INTO penstock_row_times VALUES (?, ?)")) {
      insert.setString(1, table);
      insert.setLong(2, millis);
      insert.executeUpdate();
    }
  }
}
