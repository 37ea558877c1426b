package dev.penstock.cli.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/**
 * One connection in one read-only transaction, which sees the database as it was at its first
 * statement. One owner thread.
 */
final class PostgresSession implements AutoCloseable {
  private final Connection connection;
  private final PostgresFailures failures;

  private PostgresSession(Connection connection, PostgresFailures failures) {
    this.connection = connection;
    this.failures = failures;
  }

  /**
   * Connects.
   *
   * @throws IngestException CREDENTIALS, UNAVAILABLE or INVALID_OPTION
   */
  static PostgresSession open(PostgresAddress address) {
    PostgresFailures failures = new PostgresFailures(address);
    PostgresSession session = new PostgresSession(connect(address, failures), failures);
    try {
      session.begin();
      return session;
    } catch (IngestException | Error e) {
      session.close();
      throw e;
    }
  }

  private static Connection connect(PostgresAddress address, PostgresFailures failures) {
    try {
      Connection connection = new Driver().connect(address.driverUrl(), address.properties());
      if (connection == null) {
        throw new IngestException(
            ErrorCode.INVALID_OPTION, address + " is no address. Correct host and port.");
      }
      return connection;
    } catch (SQLException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw interrupted("let somebody in", e);
      }
      throw failures.connecting(e);
    }
  }

  private void begin() {
    boolean unused = ask("begin a transaction", PostgresSession::begin);
  }

  private static boolean begin(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      // Texts of times must not depend on the zone of this machine, which the driver asks for.
      statement.execute("SET LOCAL TIME ZONE 'UTC'");
      return statement.execute("SET LOCAL IntervalStyle = 'postgres'");
    }
  }

  /** What is done with a connection. */
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /**
   * Does something with the connection, on a thread of its own: a socket that waits for a lock of
   * the server hears no interrupt.
   *
   * @param what for messages, behind "could not"
   */
  <T> T ask(String what, Work<T> work) {
    FutureTask<T> task = new FutureTask<>(() -> work.on(connection));
    Thread thread = new Thread(task, "penstock-postgres-ask");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get();
    } catch (InterruptedException e) {
      abort();
      Thread.currentThread().interrupt();
      throw interrupted(what, e);
    } catch (ExecutionException e) {
      throw failed(what, e.getCause());
    }
  }

  private static IngestException interrupted(String what, Exception e) {
    return new IngestException(
        ErrorCode.INTERRUPTED,
        "PostgreSQL was asked to " + what + ", and that was interrupted. Run it again.",
        e);
  }

  private RuntimeException failed(String what, @Nullable Throwable cause) {
    if (cause instanceof SQLException e) {
      return failures.asking(what, e);
    }
    if (cause instanceof RuntimeException e) {
      return e;
    }
    throw new AssertionError(cause);
  }

  /** Closes the socket under a statement that waits. */
  private void abort() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      throw failures.asking("close a connection", e);
    }
  }

  /** What an error of the connection means. */
  IngestException failure(String what, SQLException e) {
    return failures.asking(what, e);
  }

  /** Begins to copy out the rows of a statement. */
  CopyOut copy(String what, String select) {
    return ask(
        what,
        open ->
            open.unwrap(PGConnection.class)
                .getCopyAPI()
                .copyOut("COPY (" + select + ") TO STDOUT (FORMAT binary)"));
  }

  /** Closes the connection, also in the middle of a copy. */
  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failures.asking("close a connection", e);
    }
  }
}
