package dev.penstock.local.rows;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The application-created write streams of all tables. A stream's rows wait in the staged table of
 * their table, each with its offset, so that rows and offsets are one commit; a flush or a commit
 * moves them into the table. Thread-safe.
 */
public final class RowStreams {
  private static final Logger LOG = LoggerFactory.getLogger(RowStreams.class);

  /** Where the state of a table lies. */
  interface Tables {
    /** Finds it or refuses. */
    StoredTable load(TableMetadata table);
  }

  /** What a commit did: a time, or why streams kept it from happening. */
  public record Commit(long millis, Map<String, StreamException> failures) {}

  private final Tables tables;
  private final InstantSource clock;

  RowStreams(Tables tables, InstantSource clock) {
    this.tables = tables;
    this.clock = clock;
  }

  /** Takes over what the database holds of a table's streams. */
  void adopt(Connection connection, StoredTable table, List<StreamRecord> records)
      throws SQLException {
    Map<Long, Long> ends = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(new StagedTable(table.metadata()).measure())) {
      while (rows.next()) {
        ends.put(rows.getLong(1), rows.getLong(2));
      }
    }
    table.stage();
    for (StreamRecord stream : records) {
      long rows = ends.getOrDefault(stream.number(), stream.tableRows());
      table.add(new StoredStream(stream, rows, clock.millis()));
    }
  }

  /** Creates a stream. */
  public StreamSnapshot create(TableMetadata metadata, StreamKind kind) {
    StoredTable table = tables.load(metadata);
    StreamRecord created =
        new StreamRecord(table.nextStream(), newId(), kind, clock.millis(), 0, false, 0);
    StoredStream stream = new StoredStream(created, 0, clock.millis());
    run(
        table,
        connection -> {
          if (table.isDropped()) {
            throw StreamException.notFound();
          }
          if (!table.isStaged()) {
            execute(connection, new StagedTable(table.metadata()).create());
          }
          StreamRecords.insert(connection, table.metadata().physicalName(), created);
        },
        () -> {
          table.stage();
          table.add(stream);
        });
    return stream.snapshot();
  }

  /** 18 characters of chance after the two that ids of the service begin with (WA-006). */
  private static String newId() {
    UUID chance = UUID.randomUUID();
    byte[] bytes =
        ByteBuffer.allocate(16)
            .putLong(chance.getMostSignificantBits())
            .putLong(chance.getLeastSignificantBits())
            .array();
    return "Ci" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * What a stream is like.
   *
   * @throws StreamException if there is none
   */
  public StreamSnapshot load(TableMetadata table, String id) {
    return find(tables.load(table), id).snapshot();
  }

  /** The streams of a table in the order of their creation. */
  public List<StreamSnapshot> list(TableMetadata table) {
    return tables.load(table).streams().stream().map(StoredStream::snapshot).toList();
  }

  /**
   * Appends rows. The future completes with the offset of the first row after the commit; it fails
   * with {@link StreamException} or {@link StaleTableException}.
   *
   * @param offset where the first row must get; negative for the end of the stream
   * @throws StreamException if there is no such stream
   */
  public CompletableFuture<Long> append(RowBatch batch, String id, long offset) {
    StoredTable table = tables.load(batch.table());
    StoredStream stream = find(table, id);
    return table.shard.append(table, batch, new StreamAppend(stream, offset));
  }

  /**
   * Moves the rows of a BUFFERED stream up to and including an offset into the table.
   *
   * @throws StreamException if the stream refuses
   */
  public void flush(TableMetadata metadata, String id, long offset) {
    StoredTable table = tables.load(metadata);
    StoredStream stream = find(table, id);
    StreamRecord[] after = new StreamRecord[1];
    run(
        table,
        connection -> {
          stream.checkFlush(offset);
          after[0] = stream.stored().withTableRows(offset + 1);
          move(connection, table, List.of(stream), offset + 1);
          StreamRecords.update(connection, table.metadata().physicalName(), after[0]);
        },
        () -> moved(table, stream, after[0]));
  }

  /**
   * Lets a stream take no more rows; again is no error (WA-177).
   *
   * @return how many rows were appended
   * @throws StreamException if there is no such stream
   */
  public long finish(TableMetadata metadata, String id) {
    StoredTable table = tables.load(metadata);
    StoredStream stream = find(table, id);
    StreamRecord[] after = new StreamRecord[1];
    run(
        table,
        connection -> {
          stream.checkThere();
          after[0] = stream.stored().asFinalized();
          StreamRecords.update(connection, table.metadata().physicalName(), after[0]);
        },
        () -> stream.replace(after[0]));
    return stream.snapshot().rows();
  }

  /** Moves all rows of finalized PENDING streams into the table, or none (WA-186, WA-187). */
  public Commit commit(TableMetadata metadata, List<String> ids) {
    StoredTable table = tables.load(metadata);
    Map<String, StreamException> failures = new LinkedHashMap<>();
    List<StoredStream> streams = new ArrayList<>();
    List<StreamRecord> after = new ArrayList<>();
    long now = clock.millis();
    run(
        table,
        connection -> {
          for (String id : ids) {
            try {
              StoredStream stream = find(table, id);
              stream.checkCommit();
              streams.add(stream);
            } catch (StreamException e) {
              failures.put(id, e);
            }
          }
          if (failures.isEmpty()) {
            move(connection, table, streams, Long.MAX_VALUE);
            for (StoredStream stream : streams) {
              StreamRecord committed = stream.stored().committedAt(now, stream.snapshot().rows());
              StreamRecords.update(connection, table.metadata().physicalName(), committed);
              after.add(committed);
            }
          }
        },
        () -> {
          for (int i = 0; i < after.size(); i++) {
            moved(table, streams.get(i), after.get(i));
          }
        });
    return new Commit(now, failures);
  }

  /** Forgets a stream with its rows that are not in the table. */
  public void drop(TableMetadata metadata, String id) {
    StoredTable table = tables.load(metadata);
    StoredStream stream = table.stream(id);
    if (stream != null) {
      drop(table, stream);
    }
  }

  private static void drop(StoredTable table, StoredStream stream) {
    run(
        table,
        connection -> {
          if (!table.isDropped()) {
            List<Long> number = List.of(stream.stored().number());
            execute(connection, new StagedTable(table.metadata()).remove(number));
            String name = table.metadata().physicalName();
            StreamRecords.delete(connection, name, stream.stored());
          }
        },
        () -> {
          stream.drop();
          table.remove(stream);
        });
  }

  /** Forgets the streams that had no traffic for too long (WA-028). */
  void dropExpired(Collection<StoredTable> all) {
    for (StoredTable table : all) {
      for (StoredStream stream : table.streams()) {
        if (stream.isExpired(clock.millis())) {
          try {
            drop(table, stream);
          } catch (ServiceException e) {
            LOG.warn("Dropping an expired stream of {} failed", table.metadata().id(), e);
          }
        }
      }
    }
  }

  private StoredStream find(StoredTable table, String id) {
    StoredStream stream = table.stream(id);
    long now = clock.millis();
    if (stream == null || stream.isExpired(now)) {
      throw StreamException.notFound();
    }
    stream.use(now);
    return stream;
  }

  private void move(Connection connection, StoredTable table, List<StoredStream> streams, long end)
      throws SQLException {
    List<Long> numbers = streams.stream().map(stream -> stream.stored().number()).toList();
    for (String statement : new StagedTable(table.metadata()).move(numbers, end, clock.millis())) {
      execute(connection, statement);
    }
  }

  private void moved(StoredTable table, StoredStream stream, StreamRecord after) {
    long rows = after.tableRows() - stream.stored().tableRows();
    table.streaming.add(clock.millis(), rows, stream.replace(after));
  }

  private static void run(StoredTable table, Shard.Work work, Runnable committed) {
    try {
      table.shard.transact(work, committed).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StreamException refusal) {
        throw refusal;
      }
      throw ServiceException.backend(e.getCause() == null ? e : e.getCause());
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
