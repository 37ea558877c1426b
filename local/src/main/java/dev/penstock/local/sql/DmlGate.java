package dev.penstock.local.sql;

import dev.penstock.local.catalog.TableId;

/** Counts DML statements and changes of metadata, and may refuse them. Thread-safe. */
public interface DmlGate {
  /** Refuses nothing. */
  DmlGate OPEN = (table, appends) -> () -> {};

  /** A statement that runs or waits. */
  interface Pass extends AutoCloseable {
    /** The statement has ended. */
    @Override
    void close();
  }

  /**
   * Lets a statement in.
   *
   * @param appends whether it only adds rows
   * @throws dev.penstock.local.catalog.ServiceException when there are too many
   */
  Pass enter(TableId table, boolean appends);

  /**
   * Counts a statement that changes a table's metadata.
   *
   * @throws dev.penstock.local.catalog.ServiceException when there are too many
   */
  default void change(TableId table) {}
}
