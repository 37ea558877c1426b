package dev.penstock.demo.load;

import dev.penstock.demo.stack.PostgresServer;
import dev.penstock.demo.stack.StackException;
import dev.penstock.demo.stack.Wait;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Fills one table, then changes it at random: inserts, updates, deletes, re-inserts of deleted keys
 * and key changes, several in a transaction and often several of one key. {@link #run} has one
 * owner thread; the counters may be read by any.
 */
public final class LoadGenerator {
  private static final int FILL_BATCH = 500;
  private static final int LARGEST_TRANSACTION = 12;

  /** This many changes share a version. */
  private static final int CHANGES_PER_VERSION = 400;

  private final PostgresServer postgres;
  private final LoadTable table;
  private final LoadOptions options;
  private final Random random;
  private final RandomRow row;
  private final KeyPool live = new KeyPool();
  private final KeyPool deleted = new KeyPool();
  private final AtomicLong changes = new AtomicLong();
  private final AtomicLong rows = new AtomicLong();
  private long nextId;

  /** Works on a table that exists and is empty. */
  public LoadGenerator(PostgresServer postgres, LoadTable table, LoadOptions options) {
    this.postgres = postgres;
    this.table = table;
    this.options = options;
    this.random = new Random(options.seed());
    this.row = new RandomRow(random);
  }

  /** Row changes committed so far, the rows of the fill among them. */
  public long changes() {
    return changes.get();
  }

  /** Rows the table has now. */
  public long rows() {
    return rows.get();
  }

  /**
   * Fills the table if nothing has yet, and changes it until the duration is over. May be called
   * again, and then goes on from there.
   */
  public void run() {
    try (Connection connection = postgres.connect()) {
      connection.setAutoCommit(false);
      if (changes.get() == 0) {
        fill(connection);
      }
      try (Statements statements = new Statements(connection)) {
        change(connection, statements);
      }
    } catch (SQLException e) {
      throw new StackException("PostgreSQL refused the load: " + e.getMessage(), e);
    }
  }

  private void fill(Connection connection) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(insertSql(table.name()))) {
      for (int filled = 0; filled < options.rows(); ) {
        int batch = Math.min(FILL_BATCH, options.rows() - filled);
        for (int i = 0; i < batch; i++) {
          long id = nextId++;
          insert.setLong(1, id);
          row.bind(connection, insert, 2, version());
          insert.addBatch();
          live.add(id);
        }
        insert.executeBatch();
        commit(connection, batch);
        filled += batch;
      }
    }
  }

  private void change(Connection connection, Statements statements) throws SQLException {
    long start = System.nanoTime();
    long first = changes.get();
    while (System.nanoTime() - start < options.duration().toNanos()) {
      int size = 1 + random.nextInt(LARGEST_TRANSACTION);
      for (int i = 0; i < size; i++) {
        changeOne(connection, statements);
      }
      commit(connection, size);
      long due = (changes.get() - first) * 1_000_000_000L / options.changesPerSecond();
      long ahead = start + due - System.nanoTime();
      if (ahead > 1_000_000) {
        Wait.pause(Duration.ofNanos(ahead));
      }
    }
  }

  private void commit(Connection connection, int size) throws SQLException {
    connection.commit();
    changes.addAndGet(size);
    rows.set(live.size());
  }

  /** Deletes only what lies above the wanted number of rows. */
  private void changeOne(Connection connection, Statements statements) throws SQLException {
    int choice = random.nextInt(100);
    if (choice < 15 || live.size() <= options.rows()) {
      insert(connection, statements, nextId++);
    } else if (choice < 27 && deleted.size() > 0) {
      insert(connection, statements, deleted.take(random));
    } else if (choice < 45) {
      long id = live.take(random);
      statements.delete(id);
      deleted.add(id);
    } else if (choice < 55) {
      changeKey(statements);
    } else {
      statements.update(connection, row, live.pick(random), version());
    }
  }

  private void insert(Connection connection, Statements statements, long id) throws SQLException {
    statements.insert(connection, row, id, version());
    live.add(id);
  }

  /** To a new key, or back to one that was deleted. */
  private void changeKey(Statements statements) throws SQLException {
    long from = live.take(random);
    long to = deleted.size() > 0 && random.nextBoolean() ? deleted.take(random) : nextId++;
    statements.changeKey(from, to, version());
    live.add(to);
    deleted.add(from);
  }

  private long version() {
    return 1 + changes.get() / CHANGES_PER_VERSION;
  }

  private static String insertSql(String table) {
    return "INSERT INTO "
        + table
        + " (id, "
        + String.join(", ", RandomRow.COLUMNS)
        + ") VALUES (?"
        + IntStream.range(0, RandomRow.COLUMNS.length)
            .mapToObj(i -> ", ?")
            .collect(Collectors.joining())
        + ")";
  }

  /** The prepared statements of one connection. */
  private final class Statements implements AutoCloseable {
    private final PreparedStatement insert;
    private final PreparedStatement update;
    private final PreparedStatement delete;
    private final PreparedStatement changeKey;

    Statements(Connection connection) throws SQLException {
      String name = table.name();
      insert = connection.prepareStatement(insertSql(name));
      update =
          connection.prepareStatement(
              "UPDATE "
                  + name
                  + " SET "
                  + Arrays.stream(RandomRow.COLUMNS)
                      .map(column -> column + " = ?")
                      .collect(Collectors.joining(", "))
                  + " WHERE id = ?");
      delete = connection.prepareStatement("DELETE FROM " + name + " WHERE id = ?");
      changeKey =
          connection.prepareStatement("UPDATE " + name + " SET id = ?, version = ? WHERE id = ?");
    }

    void insert(Connection connection, RandomRow values, long id, long version)
        throws SQLException {
      insert.setLong(1, id);
      values.bind(connection, insert, 2, version);
      insert.executeUpdate();
    }

    void update(Connection connection, RandomRow values, long id, long version)
        throws SQLException {
      update.setLong(values.bind(connection, update, 1, version), id);
      update.executeUpdate();
    }

    void delete(long id) throws SQLException {
      delete.setLong(1, id);
      delete.executeUpdate();
    }

    void changeKey(long from, long to, long version) throws SQLException {
      changeKey.setLong(1, to);
      changeKey.setLong(2, version);
      changeKey.setLong(3, from);
      changeKey.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
      insert.close();
      update.close();
      delete.close();
      changeKey.close();
    }
  }
}
