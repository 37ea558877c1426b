package dev.penstock.local.rows;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;

/**
 * The tables that may have rows, found by one statement, so that among thousands of tables the
 * empty ones cost nothing. Immutable.
 */
public final class FilledTables {
  private final Set<String> names;

  private FilledTables(Set<String> names) {
    this.names = Set.copyOf(names);
  }

  /** Those that are there now, with rows in the table or in its log of changes. */
  public static FilledTables of(Connection connection) throws SQLException {
    Set<String> names = new HashSet<>();
    // DuckDB's estimate counts what is stored, deleted rows too: never less than there is.
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT regexp_replace(table_name, '_log$', '') FROM duckdb_tables()"
                    + " WHERE database_name = current_database() AND estimated_size > 0")) {
      while (result.next()) {
        names.add(result.getString(1));
      }
    }
    return new FilledTables(names);
  }

  /** Whether a table with that physical name may have rows. */
  public boolean has(String physicalName) {
    return names.contains(physicalName);
  }
}
