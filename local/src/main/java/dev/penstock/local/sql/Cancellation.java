package dev.penstock.local.sql;

import dev.penstock.local.catalog.ServiceException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;

/** Ends what runs for a job (RT-076). Thread-safe. */
public final class Cancellation {
  /** Of work that nobody ends. */
  public static final Cancellation NEVER = new Cancellation();

  private final Set<Statement> running = new HashSet<>();
  private volatile boolean cancelled;

  /** Work on a statement. */
  public interface Work<T> {
    /** Runs it. */
    T run() throws SQLException;
  }

  /** Ends what runs now, and whatever would run later. */
  public synchronized void cancel() throws SQLException {
    cancelled = true;
    for (Statement statement : running) {
      statement.cancel();
    }
  }

  /** Whether it was asked for. */
  public boolean isCancelled() {
    return cancelled;
  }

  /**
   * Refuses to go on.
   *
   * @throws ServiceException {@code stopped} when the job was cancelled
   */
  public void check() {
    if (isCancelled()) {
      throw stopped();
    }
  }

  /** The error of a job that was cancelled (RT-005). */
  public static ServiceException stopped() {
    return new ServiceException(
        400, "stopped", "Job execution was cancelled: User requested cancellation");
  }

  /**
   * Runs a statement that may be ended meanwhile.
   *
   * @throws ServiceException {@code stopped} when the job was cancelled
   */
  public <T> T during(Statement statement, Work<T> work) throws SQLException {
    if (this == NEVER) {
      return work.run();
    }
    synchronized (this) {
      check();
      running.add(statement);
    }
    try {
      return work.run();
    } catch (SQLException e) {
      check();
      throw e;
    } finally {
      synchronized (this) {
        running.remove(statement);
      }
    }
  }
}
