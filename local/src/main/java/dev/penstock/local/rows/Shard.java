package dev.penstock.local.rows;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that alone writes the tables given to it. Appends that wait together become one commit,
 * and are acknowledged after it. Thread-safe.
 */
final class Shard implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Shard.class);
  private static final long MAX_GROUP_BYTES = 16L << 20;
  private static final int QUEUE_KIB = 64 << 10;

  private sealed interface Task {
    record Append(StoredTable table, RowBatch batch, CompletableFuture<Void> done)
        implements Task {}

    record Exclusive(String physicalName, Work work, CompletableFuture<Void> done)
        implements Task {}

    record Stop() implements Task {}
  }

  /** Something to do inside a transaction, while no append runs. */
  interface Work {
    void run(Connection connection) throws SQLException;
  }

  private final DuckDBConnection connection;
  private final InstantSource clock;
  private final Applier applier;
  private final BlockingQueue<Task> queue = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(QUEUE_KIB);
  private final Thread thread;

  Shard(String name, Connection connection, InstantSource clock, Applier applier) {
    this.connection = (DuckDBConnection) connection;
    this.clock = clock;
    this.applier = applier;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Stores a batch; waits here while too much is waiting to be stored. */
  CompletableFuture<Void> append(StoredTable table, RowBatch batch) {
    int kib = (int) Math.min(QUEUE_KIB, 1 + batch.bytes() / 1024);
    room.acquireUninterruptibly(kib);
    CompletableFuture<Void> done = new CompletableFuture<>();
    queue.add(new Task.Append(table, batch, done));
    return done.whenComplete((nothing, failure) -> room.release(kib));
  }

  /** Runs work in a transaction of its own while no append runs. */
  CompletableFuture<Void> exclusively(String physicalName, Work work) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    queue.add(new Task.Exclusive(physicalName, work, done));
    return done;
  }

  private void run() {
    Appenders appenders = new Appenders(connection);
    try {
      Task next = queue.take();
      while (!(next instanceof Task.Stop)) {
        if (next instanceof Task.Exclusive exclusive) {
          runExclusive(appenders, exclusive);
          next = queue.take();
        } else {
          next = commitGroup(appenders, (Task.Append) next);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      appenders.closeAll();
      failRest();
    }
  }

  private void failRest() {
    for (Task task = queue.poll(); task != null; task = queue.poll()) {
      IllegalStateException closed = new IllegalStateException("The local BigQuery was closed");
      if (task instanceof Task.Append append) {
        append.done().completeExceptionally(closed);
      } else if (task instanceof Task.Exclusive exclusive) {
        exclusive.done().completeExceptionally(closed);
      }
    }
  }

  private Task commitGroup(Appenders appenders, Task.Append first) throws InterruptedException {
    List<Task.Append> group = new ArrayList<>();
    group.add(first);
    long bytes = first.batch().bytes();
    Task next = queue.poll();
    while (next instanceof Task.Append append && bytes < MAX_GROUP_BYTES) {
      group.add(append);
      bytes += append.batch().bytes();
      next = queue.poll();
    }
    commit(appenders, group);
    return next == null ? queue.take() : next;
  }

  private void commit(Appenders appenders, List<Task.Append> group) {
    long now = clock.millis();
    List<Task.Append> live = new ArrayList<>(group.size());
    for (Task.Append append : group) {
      if (append.table().isDropped()) {
        append
            .done()
            .completeExceptionally(new StaleTableException(append.batch().table().id().toString()));
      } else {
        live.add(append);
      }
    }
    if (live.isEmpty()) {
      return;
    }
    try {
      execute("BEGIN");
      for (Task.Append append : live) {
        appenders.write(append.table(), append.batch(), now);
      }
      appenders.flush();
      execute("COMMIT");
    } catch (SQLException | RuntimeException e) {
      appenders.closeAll();
      rollback();
      retryAlone(appenders, live, e);
      return;
    }
    live.forEach(append -> acknowledge(append, now));
    applyBigLogs(appenders, live);
  }

  /** One bad batch must not fail the others that waited with it. */
  private void retryAlone(Appenders appenders, List<Task.Append> group, Exception failure) {
    if (group.size() == 1) {
      group.get(0).done().completeExceptionally(failure);
      return;
    }
    for (Task.Append append : group) {
      commit(appenders, List.of(append));
    }
  }

  private static void acknowledge(Task.Append append, long now) {
    StoredTable table = append.table();
    RowBatch batch = append.batch();
    table.streaming.add(now, batch.rows().size(), batch.bytes());
    if (batch.changes() != null) {
      table.logged(batch.rows().size(), now);
      table.record(batch.changes());
    }
    append.done().complete(null);
  }

  private void applyBigLogs(Appenders appenders, List<Task.Append> group) {
    for (Task.Append append : group) {
      if (append.table().isLogBig()) {
        CompletableFuture<Void> applied = new CompletableFuture<>();
        Work apply = work -> applier.apply(work, append.table());
        runExclusive(
            appenders,
            new Task.Exclusive(append.table().metadata().physicalName(), apply, applied));
        if (applied.isCompletedExceptionally()) {
          LOG.warn("Applying the changes of {} failed", append.table().metadata().id());
        }
      }
    }
  }

  private void runExclusive(Appenders appenders, Task.Exclusive task) {
    Throwable failure = inTransaction(appenders, task);
    if (failure == null) {
      task.done().complete(null);
    } else {
      task.done().completeExceptionally(failure);
    }
  }

  private @Nullable Throwable inTransaction(Appenders appenders, Task.Exclusive task) {
    try {
      appenders.close(task.physicalName());
      execute("BEGIN");
    } catch (SQLException e) {
      return e;
    }
    try {
      task.work().run(connection);
      execute("COMMIT");
      return null;
    } catch (SQLException | RuntimeException | Error e) {
      rollback();
      return e;
    }
  }

  private void rollback() {
    try {
      execute("ROLLBACK");
    } catch (SQLException e) {
      LOG.debug("Nothing to roll back", e);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Stores what waits, then stops. */
  @Override
  public void close() {
    queue.add(new Task.Stop());
    boolean interrupted = false;
    try {
      thread.join(10_000);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("Closing a shard's connection failed", e);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Applies a table's change log. */
  interface Applier {
    void apply(Connection connection, StoredTable table) throws SQLException;
  }
}
