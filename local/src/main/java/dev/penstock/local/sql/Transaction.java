package dev.penstock.local.sql;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.RowStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transaction over several tables, which is one of DuckDB's. After a failure that one is over, so
 * the next statement begins another and runs anew what was written before. One owner thread at a
 * time.
 */
final class Transaction implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Transaction.class);
  private static final int MAX_TABLES = 100;

  private final RowStore rows;
  private final String id;
  private final Connection connection;
  private final Instant start;
  private final TableTurns turns;
  private final long since;
  private final Map<String, TableMetadata> temporaryBefore;
  private final Map<String, TableMetadata> changedTables = new HashMap<>();
  private final List<String> written = new ArrayList<>();
  private @Nullable TableMetadata lastChanged;
  private boolean failed;
  private boolean isOver;
  private boolean committed;

  private Transaction(
      RowStore rows,
      String id,
      Connection connection,
      Instant start,
      TableTurns turns,
      long since,
      Map<String, TableMetadata> temporaryBefore) {
    this.rows = rows;
    this.id = id;
    this.connection = connection;
    this.start = start;
    this.turns = turns;
    this.since = since;
    this.temporaryBefore = temporaryBefore;
  }

  static Transaction begin(
      String id,
      RowStore rows,
      Instant start,
      TableTurns turns,
      Map<String, TableMetadata> temporary) {
    long since = turns.ended();
    try {
      Connection connection = rows.open();
      Transaction begun = new Transaction(rows, id, connection, start, turns, since, temporary);
      begun.takeSnapshot();
      return begun;
    } catch (SQLException e) {
      throw DuckErrors.refusal(e);
    }
  }

  private void takeSnapshot() throws SQLException {
    execute("BEGIN");
    // DuckDB takes the snapshot at the first look at the database, not at BEGIN.
    execute("SELECT count(*) FROM penstock_catalog");
  }

  /**
   * Goes on after a failure. DuckDB has no savepoints, so the snapshot is a new one. What cannot be
   * written again, because a table went away, is left out: the transaction will be rolled back.
   */
  private void goOn() throws SQLException {
    execute("ROLLBACK");
    takeSnapshot();
    try {
      for (String sql : written) {
        execute(sql);
      }
    } catch (SQLException e) {
      LOG.debug("Transaction {} goes on without what it wrote", id, e);
      written.clear();
      execute("ROLLBACK");
      takeSnapshot();
    }
    isOver = false;
  }

  /** Remembers what a statement wrote. */
  void wrote(List<String> statements) {
    written.addAll(statements);
  }

  String id() {
    return id;
  }

  Instant start() {
    return start;
  }

  Map<String, TableMetadata> temporaryBefore() {
    return temporaryBefore;
  }

  /** Whether a statement failed in it, after which it can only be rolled back. */
  boolean isFailed() {
    return failed;
  }

  /**
   * Says that rows of a table are going to be changed, and not only added.
   *
   * @throws ServiceException 400 when another one did or does that (SQ-047)
   */
  void claim(TableMetadata table) {
    if (!turns.tryTake(this, table, since)) {
      failed = true;
      throw aborted(table);
    }
  }

  /** Work in the transaction. */
  interface Work<T> {
    T run(Connection connection) throws SQLException;
  }

  /**
   * Runs a statement.
   *
   * @param changed the table that it changes; null for none
   */
  <T> T run(@Nullable TableMetadata changed, Work<T> work) throws SQLException {
    if (isOver) {
      goOn();
    }
    if (changed != null) {
      lastChanged = changed;
      requireFew(changed);
    }
    boolean done = false;
    try {
      T result = work.run(connection);
      done = true;
      return result;
    } catch (SQLException e) {
      if (DuckErrors.isConflict(e) && lastChanged != null) {
        throw aborted(lastChanged);
      }
      throw e;
    } finally {
      failed |= !done;
      isOver |= !done;
    }
  }

  /** QT-029. */
  private void requireFew(TableMetadata changed) {
    if (changedTables.put(changed.physicalName(), changed) == null
        && changedTables.size() > MAX_TABLES) {
      failed = true;
      throw ServiceException.invalidQuery(
          "Transaction is aborted because it changes more than "
              + MAX_TABLES
              + " tables; the next one is "
              + changed.id().legacy()
              + ".");
    }
  }

  void commit(SqlEffect also) {
    try {
      also.run(connection, SqlResult.ddl("COMMIT_TRANSACTION", null));
      List<Runnable> noted = new ArrayList<>();
      for (TableMetadata changed : changedTables.values()) {
        noted.add(rows.noteChange(connection, changed));
      }
      execute("COMMIT");
      committed = true;
      noted.forEach(Runnable::run);
    } catch (SQLException e) {
      throw DuckErrors.isConflict(e) && lastChanged != null
          ? aborted(lastChanged)
          : DuckErrors.refusal(e);
    } finally {
      close();
    }
  }

  private static ServiceException aborted(TableMetadata table) {
    return ServiceException.invalidQuery(
        "Transaction is aborted due to concurrent update against table "
            + table.id().legacy()
            + ".");
  }

  /** Rolls back what is not committed. */
  @Override
  public void close() {
    try (Connection closing = connection) {
      LOG.debug("Transaction {} ends, committed: {}", id, committed);
      if (!closing.isClosed() && !committed) {
        execute("ROLLBACK");
      }
    } catch (SQLException e) {
      LOG.debug("Nothing to roll back", e);
    } finally {
      turns.release(this);
    }
  }

  private void execute(String sql) throws SQLException {
    try (java.sql.Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
