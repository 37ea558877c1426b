package dev.penstock.local.rows;

import dev.penstock.local.catalog.TableMetadata;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of all tables, as SQL sees them. Thread-safe. */
public interface RowStore {
  /**
   * A new DuckDB connection on the same database, with UTC as its time zone; the caller closes it.
   */
  Connection open() throws SQLException;

  /**
   * A DuckDB relation (table name or parenthesised select) with exactly the table's user columns,
   * as a query started now must see them: pending changes merged as max_staleness asks (CDC-037,
   * CDC-038).
   */
  String readRelation(TableMetadata table);

  /**
   * A DuckDB relation with the table's user columns as of an earlier time.
   *
   * @throws dev.penstock.local.catalog.ServiceException 400 for a time outside of the window or the
   *     table's life, 501 for one whose rows are not kept
   */
  String pastRelation(TableMetadata table, Instant time);

  /**
   * Runs DML with exclusive access to a table, after everything acknowledged so far is in it.
   *
   * @param work gets a connection inside a transaction and returns the affected row count
   */
  long modify(TableMetadata table, SqlWork work) throws SQLException;

  /** Whether a read must merge unapplied changes to be fresh enough (CDC-038). */
  boolean needsMerge(TableMetadata table);

  /**
   * Copies the rows of a table, without those in its streaming buffer, into another one that has at
   * least its columns, inside a transaction; how many they are.
   */
  default long copy(Connection transaction, TableMetadata source, TableMetadata target)
      throws SQLException {
    return copy(transaction, source, null, target);
  }

  /** The same of one partition; null for all of the table. */
  long copy(
      Connection transaction,
      TableMetadata source,
      @Nullable String partition,
      TableMetadata target)
      throws SQLException;

  /**
   * The DuckDB expression of the time of a row's partition by ingestion time, over the columns of
   * the table of this store.
   */
  String partitionTime(TableMetadata table);

  /**
   * Up to when all streamed changes of a table are in its base (CDC-042); empty for a table that
   * never had any.
   */
  default Optional<Instant> applyWatermark(TableMetadata table) {
    return Optional.empty();
  }

  /**
   * The DuckDB condition of a table's rows that were streamed so lately that they count as in the
   * streaming buffer (WA-207); a table of this store has the columns it needs.
   */
  default String recentlyStreamed() {
    return "FALSE";
  }

  /**
   * The DuckDB condition of a table's rows that insertAll brought so lately that no statement may
   * change them (RT-172); empty when there are none.
   */
  default Optional<String> recentlyInserted(TableMetadata table) {
    return Optional.empty();
  }

  /** Whether a table has rows in the streaming buffer (WA-208). */
  default boolean isStreaming(TableMetadata table) {
    return false;
  }

  /** When the newest of a table's rows that were streamed was; empty when none was. */
  default Optional<Instant> lastStreamed(TableMetadata table) {
    return Optional.empty();
  }

  /** When a table, or its rows, last changed (RT-022). */
  default long modifiedMillis(TableMetadata table) {
    return table.modifiedMillis();
  }

  /**
   * Writes into a transaction that it changes the rows of a table.
   *
   * @return what is to be done once it is committed
   */
  default Runnable noteChange(Connection transaction, TableMetadata table) throws SQLException {
    return () -> {};
  }

  /** Work inside a transaction. */
  interface SqlWork {
    /** Runs on the given connection and returns the affected row count. */
    long run(Connection connection) throws SQLException;
  }
}
