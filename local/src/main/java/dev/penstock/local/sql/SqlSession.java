package dev.penstock.local.sql;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.RowStore;
import dev.penstock.local.rows.RowStore.SqlWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The temporary tables of a script and its transaction. Both end with it. One owner thread at a
 * time.
 */
public final class SqlSession implements AutoCloseable {
  private final RowStore rows;
  private final Clock clock;
  private final TableTurns turns;
  private final TemporaryTables temporary;
  private @Nullable Transaction transaction;

  SqlSession(RowStore rows, Clock clock, TableTurns turns) {
    this.rows = rows;
    this.clock = clock;
    this.turns = turns;
    this.temporary = new TemporaryTables(clock);
  }

  /** Work that reads. */
  interface Reading<T> {
    T read(Connection connection) throws SQLException;
  }

  /**
   * Begins a transaction: what is read from now on is as of now (SQ-044).
   *
   * @param id its id
   * @throws ServiceException 400 when there is one already
   */
  public void begin(String id) {
    if (transaction != null) {
      throw ServiceException.invalidQuery(
          "Transaction is already in progress: nested transactions are not supported.");
    }
    transaction = Transaction.begin(id, rows, clock.instant(), turns, temporary.all());
  }

  /**
   * Makes everything that the transaction did visible at once, or nothing of it.
   *
   * @param also what else belongs into it
   * @throws ServiceException 400 when there is none, or when others changed the same tables
   */
  public void commit(SqlEffect also) {
    Transaction ending = require("commit");
    if (ending.isFailed()) {
      throw ServiceException.notSupported(
          "SQL COMMIT TRANSACTION after a statement of the transaction failed; ROLLBACK"
              + " TRANSACTION instead");
    }
    transaction = null;
    try {
      ending.commit(also);
    } catch (ServiceException e) {
      temporary.reset(ending.temporaryBefore());
      throw e;
    }
  }

  /**
   * Undoes everything that the transaction did.
   *
   * @throws ServiceException 400 when there is none
   */
  public void rollback() {
    Transaction ending = require("roll back");
    transaction = null;
    temporary.reset(ending.temporaryBefore());
    ending.close();
  }

  private Transaction require(String verb) {
    if (transaction == null) {
      throw ServiceException.invalidQuery(
          "There is no active transaction to " + verb + ". Use BEGIN TRANSACTION first.");
    }
    return transaction;
  }

  /** The id of the open transaction; null when there is none. */
  public @Nullable String transactionId() {
    return transaction == null ? null : transaction.id();
  }

  TemporaryTables temporary() {
    return temporary;
  }

  /** When statements of it run: in a transaction all of them when it began (SQ-046). */
  Instant now() {
    return transaction == null ? clock.instant() : transaction.start();
  }

  /** Whether a statement belongs into the open transaction. */
  boolean isInTransaction() {
    return transaction != null;
  }

  /** Reads as the open transaction does, or the newest there is. */
  <T> T read(Reading<T> reading) throws SQLException {
    if (transaction != null) {
      return transaction.run(null, reading::read);
    }
    try (Connection connection = rows.open()) {
      return reading.read(connection);
    }
  }

  /**
   * Changes the rows of a table in the open transaction, or those of a temporary table.
   *
   * @param appends whether it only adds rows, which disturbs nobody (SQ-048)
   */
  long modify(TableMetadata table, boolean appends, SqlWork work) throws SQLException {
    if (transaction == null) {
      return alone(work);
    }
    if (!appends && !temporary.holds(table)) {
      transaction.claim(table);
    }
    return transaction.run(table, work::run);
  }

  /** Remembers what a statement of {@link #modify} wrote. */
  void wrote(List<String> statements) {
    if (transaction != null) {
      transaction.wrote(statements);
    }
  }

  /** Runs a statement that makes, fills or drops a temporary table. */
  void execute(String sql) {
    SqlWork work =
        connection -> {
          try (java.sql.Statement statement = connection.createStatement()) {
            statement.execute(sql);
          }
          return 0;
        };
    try {
      long unused = transaction == null ? alone(work) : transaction.run(null, work::run);
      wrote(List.of(sql));
    } catch (SQLException e) {
      throw DuckErrors.refusal(e);
    }
  }

  private long alone(SqlWork work) throws SQLException {
    try (Connection connection = rows.open()) {
      connection.setAutoCommit(false);
      long changed = work.run(connection);
      connection.commit();
      return changed;
    }
  }

  /** Rolls back what is open, and drops the temporary tables (SQ-049, SQ-054). */
  @Override
  public void close() {
    if (transaction != null) {
      rollback();
    }
    temporary.all().values().forEach(table -> execute("DROP TABLE " + table.physicalName()));
    temporary.reset(java.util.Map.of());
  }
}
