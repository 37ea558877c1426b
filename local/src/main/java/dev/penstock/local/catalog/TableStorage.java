package dev.penstock.local.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Where the rows of tables lie. Each change runs with exclusive access to its table and in one
 * transaction with the catalog's own record. Thread-safe.
 */
public interface TableStorage {
  /** Makes the physical table. */
  void create(TableMetadata table, Entry entry);

  /**
   * Makes the physical table follow a change of its columns.
   *
   * @param renames which columns get other names, in order
   */
  void alter(TableMetadata before, TableMetadata after, List<ColumnRename> renames, Entry entry);

  /** Makes another, empty physical table in the place of one. */
  void replace(TableMetadata before, TableMetadata after, Entry entry);

  /** Drops the physical table. */
  void drop(TableMetadata table, Entry entry);

  /** Drops several physical tables, all in one transaction. */
  void dropAll(List<TableMetadata> tables, Entry entry);

  /** The catalog's part of a change. */
  interface Entry {
    /** Writes it inside the transaction. */
    void write(Connection connection) throws SQLException;
  }
}
