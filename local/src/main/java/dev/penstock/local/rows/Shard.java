package dev.penstock.local.rows;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
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

  /** Above it the rows cost more than the commit, and waiting for others saves nothing. */
  private static final long SMALL_GROUP_BYTES = 256 << 10;

  private static final long MAX_LINGER_NANOS = 2_000_000;

  private sealed interface Task {
    record Append(
        StoredTable table,
        RowBatch batch,
        @Nullable StreamAppend stream,
        CompletableFuture<Long> done)
        implements Task {}

    record Exclusive(
        List<String> physicalNames, Work work, Runnable committed, CompletableFuture<Void> done)
        implements Task {}

    record Stop() implements Task {}
  }

  /** An append with the offset that its first row gets, or {@link #NO_OFFSET}. */
  private record Placed(Task.Append append, long offset) {}

  /** What an append to the default stream completes with (WA-051). */
  static final long NO_OFFSET = -1;

  /** Something to do inside a transaction, while no append runs. */
  interface Work {
    void run(Connection connection) throws SQLException;
  }

  private final DuckDBConnection connection;
  private final InstantSource clock;
  private final Applier applier;
  private final ChangeHistory history;
  private final BlockingQueue<Task> queue = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(QUEUE_KIB);
  private final Thread thread;

  /** How many appends were there at the last commit, committed or waiting. */
  private int together = 1;

  /** How long the last commit took. */
  private long commitNanos;

  Shard(
      String name,
      Connection connection,
      InstantSource clock,
      Applier applier,
      ChangeHistory history) {
    this.connection = (DuckDBConnection) connection;
    this.clock = clock;
    this.applier = applier;
    this.history = history;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /**
   * Stores a batch; waits here while too much is waiting to be stored.
   *
   * @param stream null for the default stream
   */
  CompletableFuture<Long> append(StoredTable table, RowBatch batch, @Nullable StreamAppend stream) {
    int kib = (int) Math.min(QUEUE_KIB, 1 + batch.bytes() / 1024);
    room.acquireUninterruptibly(kib);
    CompletableFuture<Long> done = new CompletableFuture<>();
    var unused = done.whenComplete((offset, failure) -> room.release(kib));
    queue.add(new Task.Append(table, batch, stream, done));
    return done;
  }

  /**
   * Runs work in a transaction of its own while no append runs and no appender of a table is open.
   *
   * @param committed runs after the commit and before anything else
   */
  CompletableFuture<Void> exclusively(String physicalName, Work work, Runnable committed) {
    return exclusively(List.of(physicalName), work, committed);
  }

  /** The same with no appender open of any of some tables. */
  CompletableFuture<Void> exclusively(List<String> physicalNames, Work work, Runnable committed) {
    return add(new Task.Exclusive(physicalNames, work, committed, new CompletableFuture<>()));
  }

  /** Runs work that changes no columns in a transaction of its own while no append runs. */
  CompletableFuture<Void> transact(Work work, Runnable committed) {
    return add(new Task.Exclusive(List.of(), work, committed, new CompletableFuture<>()));
  }

  private CompletableFuture<Void> add(Task.Exclusive task) {
    queue.add(task);
    return task.done();
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

  /**
   * Commits what waits together. A client with several requests in flight sends the next ones when
   * it has the answers to the last, so a commit waits a little for as many as there were.
   */
  private Task commitGroup(Appenders appenders, Task.Append first) throws InterruptedException {
    List<Task.Append> group = new ArrayList<>();
    long bytes = 0;
    long lingerEnd = System.nanoTime() + Math.min(MAX_LINGER_NANOS, commitNanos);
    Task next = first;
    while (next instanceof Task.Append append && bytes < MAX_GROUP_BYTES) {
      group.add(append);
      bytes += append.batch().bytes();
      next = queue.poll();
      if (next == null && group.size() < together && bytes < SMALL_GROUP_BYTES) {
        next = queue.poll(lingerEnd - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
    }
    long began = System.nanoTime();
    commit(appenders, group);
    commitNanos = System.nanoTime() - began;
    together = group.size() + queue.size();
    return next == null ? queue.take() : next;
  }

  private void commit(Appenders appenders, List<Task.Append> group) {
    long now = clock.millis();
    List<Placed> live = place(group);
    if (live.isEmpty()) {
      return;
    }
    try {
      execute("BEGIN");
      for (Placed placed : live) {
        Task.Append append = placed.append();
        appenders.write(append.table(), append.batch(), append.stream(), placed.offset(), now);
      }
      appenders.flush();
      recordCommittedStreams(live);
      execute("COMMIT");
    } catch (SQLException | RuntimeException | Error e) {
      appenders.closeAll();
      rollback();
      live.forEach(Shard::release);
      retryAlone(appenders, live, e);
      return;
    }
    live.forEach(placed -> acknowledge(placed, now));
    applyBigLogs(appenders, live);
  }

  /** Gives each append its offset and answers those that cannot have one. */
  private static List<Placed> place(List<Task.Append> group) {
    List<Placed> live = new ArrayList<>(group.size());
    for (Task.Append append : group) {
      StreamAppend target = append.stream();
      try {
        if (append.table().isDropped()) {
          throw new StaleTableException(append.batch().table().id().toString());
        }
        long offset =
            target == null
                ? NO_OFFSET
                : target.stream().reserve(target.offset(), append.batch().rows().size());
        live.add(new Placed(append, offset));
      } catch (StaleTableException | StreamException e) {
        append.done().completeExceptionally(e);
      }
    }
    return live;
  }

  /** The rows of COMMITTED streams are nowhere staged, so their records carry the offsets. */
  private void recordCommittedStreams(List<Placed> group) throws SQLException {
    Set<StoredStream> recorded = new HashSet<>();
    for (Placed placed : group) {
      StreamAppend target = placed.append().stream();
      if (target != null && target.stream().isCommittedKind() && recorded.add(target.stream())) {
        String table = placed.append().table().metadata().physicalName();
        StreamRecords.update(connection, table, target.stream().withReserved());
      }
    }
  }

  private static void release(Placed placed) {
    StreamAppend target = placed.append().stream();
    if (target != null) {
      target.stream().release();
    }
  }

  /** One bad batch must not fail the others that waited with it. */
  private void retryAlone(Appenders appenders, List<Placed> group, Throwable failure) {
    if (group.size() == 1) {
      group.get(0).append().done().completeExceptionally(failure);
      return;
    }
    for (Placed placed : group) {
      commit(appenders, List.of(placed.append()));
    }
  }

  private void acknowledge(Placed placed, long now) {
    Task.Append append = placed.append();
    StoredTable table = append.table();
    RowBatch batch = append.batch();
    StreamAppend target = append.stream();
    if (target != null) {
      target.stream().keep(placed.offset() + batch.rows().size(), batch.bytes());
    }
    if (target == null || target.stream().isCommittedKind()) {
      table.streaming.add(now, batch.rows().size(), batch.bytes());
    }
    if (batch.changes() != null) {
      table.logged(batch.rows().size(), now);
      history.add(batch, batch.changes(), table.record(batch.changes()), now);
    }
    append.done().complete(placed.offset());
  }

  private void applyBigLogs(Appenders appenders, List<Placed> group) {
    for (Placed placed : group) {
      StoredTable table = placed.append().table();
      if (table.isLogBig()) {
        CompletableFuture<Void> applied = new CompletableFuture<>();
        Work apply = work -> applier.apply(work, table);
        runExclusive(
            appenders,
            new Task.Exclusive(
                List.of(table.metadata().physicalName()), apply, table::settle, applied));
        if (applied.isCompletedExceptionally()) {
          LOG.warn("Applying the changes of {} failed", table.metadata().id());
        }
      }
    }
  }

  private void runExclusive(Appenders appenders, Task.Exclusive task) {
    Throwable failure = inTransaction(appenders, task);
    if (failure == null) {
      task.committed().run();
      task.done().complete(null);
    } else {
      task.done().completeExceptionally(failure);
    }
  }

  private @Nullable Throwable inTransaction(Appenders appenders, Task.Exclusive task) {
    try {
      for (String physicalName : task.physicalNames()) {
        appenders.close(physicalName);
      }
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
