package dev.penstock.local.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** What else happens in the transaction of a statement that changes something. */
public interface SqlEffect {
  /** Nothing else. */
  SqlEffect NONE = (connection, result) -> {};

  /**
   * Does the work. Statements without an effect, such as SELECT or IF NOT EXISTS on a table that
   * exists, never call it.
   */
  void run(Connection connection, SqlResult result) throws SQLException;
}
