package dev.penstock.local.sql;

import dev.penstock.local.catalog.ServiceException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The steps of one DML statement in its transaction, with temporary tables between them. One owner
 * thread.
 */
final class DmlConnection {
  private final Connection connection;
  private final List<String> kept = new ArrayList<>();

  DmlConnection(Connection connection) {
    this.connection = connection;
  }

  /** Runs a step and returns how many rows it changed. */
  long change(String sql) throws SQLException {
    Queries.checkSize(sql);
    try (java.sql.Statement statement = connection.createStatement()) {
      return statement.executeLargeUpdate(sql);
    }
  }

  /** Keeps the rows of a query under a name until {@link #drop}. */
  void keep(String name, String query) throws SQLException {
    long unused = change("CREATE TEMP TABLE " + name + " AS " + query);
    kept.add(name);
  }

  /**
   * Refuses when a row of the target has several new versions (SQ-002, SQ-005).
   *
   * @param changes a relation with the row ids of the target
   */
  void requireOneSourceRow(String changes) throws SQLException {
    String query =
        "SELECT 1 FROM " + changes + " GROUP BY " + DmlTarget.ROW + " HAVING count(*) > 1 LIMIT 1";
    try (java.sql.Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      if (result.next()) {
        throw ServiceException.invalidQuery(
            "UPDATE/MERGE must match at most one source row for each target row");
      }
    }
  }

  /** Drops what was kept; a transaction that fails drops it by rolling back. */
  void drop() throws SQLException {
    for (String name : kept) {
      long unused = change("DROP TABLE temp." + name);
    }
    kept.clear();
  }
}
