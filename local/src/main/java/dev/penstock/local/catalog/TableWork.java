package dev.penstock.local.catalog;

import java.sql.Connection;
import java.sql.SQLException;

/** What else happens in the transaction that changes a table: all of it or nothing. */
public interface TableWork {
  /** Nothing else. */
  TableWork NONE = (connection, table) -> {};

  /**
   * Does the work.
   *
   * @param table the table as it is after the change
   */
  void run(Connection connection, TableMetadata table) throws SQLException;
}
