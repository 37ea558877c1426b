package dev.penstock.benchmarks.latency;

import com.fasterxml.jackson.databind.JsonNode;
import dev.penstock.demo.stack.LocalRest;
import dev.penstock.demo.stack.PostgresServer;
import dev.penstock.demo.stack.Stack;
import dev.penstock.demo.stack.Wait;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A small table whose rows are updated one transaction each, round robin, with a number that only
 * grows. A row that shows a number has every change up to it, so reading the table again and again
 * times each change. One owner thread.
 */
final class Ticks {
  static final String TABLE = "ticks";

  private static final int ROWS = 200;
  private static final Duration READ_PAUSE = Duration.ofMillis(5);
  private static final Duration LAST_ROW_BOUND = Duration.ofSeconds(30);

  private final Stack stack;
  private final int changesPerSecond;
  private long nextNumber = 1;

  Ticks(Stack stack, int changesPerSecond) {
    this.stack = stack;
    this.changesPerSecond = changesPerSecond;
  }

  static void create(PostgresServer postgres) {
    postgres.execute(
        "CREATE TABLE "
            + TABLE
            + " (id int PRIMARY KEY, number bigint NOT NULL, price numeric(18,4), at timestamptz,"
            + " note text)",
        "ALTER TABLE " + TABLE + " REPLICA IDENTITY FULL",
        "INSERT INTO "
            + TABLE
            + " SELECT i, 0, i * 1.25, now(), 'note ' || i FROM generate_series(0, "
            + (ROWS - 1)
            + ") i");
  }

  /** Changes rows for this long and waits until the last change is seen. */
  LatencyFigures run(Duration duration) throws ExecutionException, InterruptedException {
    int count = (int) (duration.toSeconds() * changesPerSecond);
    long first = nextNumber;
    nextNumber += count;
    AtomicLongArray commits = new AtomicLongArray(count);
    ExecutorService writer = Executors.newSingleThreadExecutor();
    try {
      Future<?> writing = writer.submit(() -> write(first, commits));
      long[] latencies = read(first, commits, writing);
      writing.get();
      return new LatencyFigures(latencies);
    } finally {
      writer.shutdownNow();
    }
  }

  private Void write(long first, AtomicLongArray commits) throws SQLException {
    try (Connection connection = stack.postgres().connect();
        PreparedStatement update =
            connection.prepareStatement(
                "UPDATE " + TABLE + " SET number = ?, at = now() WHERE id = ?")) {
      long start = System.nanoTime();
      for (int i = 0; i < commits.length(); i++) {
        long ahead = start + i * 1_000_000_000L / changesPerSecond - System.nanoTime();
        if (ahead > 1_000_000) {
          Wait.pause(Duration.ofNanos(ahead));
        }
        update.setLong(1, first + i);
        update.setInt(2, (int) ((first + i) % ROWS));
        update.executeUpdate();
        commits.set(i, System.nanoTime());
      }
    }
    return null;
  }

  /** The time from each commit to the read that shows it. */
  private long[] read(long first, AtomicLongArray commits, Future<?> writing) {
    long[] latencies = new long[commits.length()];
    long[] unseen = new long[ROWS];
    for (int id = 0; id < ROWS; id++) {
      unseen[id] = firstAtLeast(first, id);
    }
    int seen = 0;
    long bound = Long.MAX_VALUE;
    while (seen < latencies.length) {
      int before = seen;
      long[] shown = numbers();
      long now = System.nanoTime();
      for (int id = 0; id < ROWS; id++) {
        for (; unseen[id] <= shown[id]; unseen[id] += ROWS) {
          int index = (int) (unseen[id] - first);
          latencies[index] = latency(commits.get(index), now);
          seen++;
        }
      }
      bound =
          writing.isDone() && seen == before
              ? Math.min(bound, now + LAST_ROW_BOUND.toNanos())
              : Long.MAX_VALUE;
      if (now > bound) {
        throw new IllegalStateException(
            (latencies.length - seen) + " changes never became visible");
      }
      Wait.pause(READ_PAUSE);
    }
    return latencies;
  }

  /**
   * A row may be seen before the writer has taken the time of its commit, which is still 0 then.
   */
  private static long latency(long commit, long now) {
    return commit == 0 ? 0 : now - commit;
  }

  /** The first number from a start on that a row gets. */
  private static long firstAtLeast(long start, int id) {
    return start + Math.floorMod(id - start, ROWS);
  }

  private long[] numbers() {
    long[] numbers = new long[ROWS];
    Arrays.fill(numbers, -1);
    LocalRest rest = stack.local().rest();
    if (rest.findTable(TABLE) != null) {
      rest.listRows(TABLE, row -> note(row.path("f"), numbers));
    }
    return numbers;
  }

  private static void note(JsonNode cells, long[] numbers) {
    numbers[cells.path(0).path("v").asInt()] = cells.path(1).path("v").asLong();
  }
}
