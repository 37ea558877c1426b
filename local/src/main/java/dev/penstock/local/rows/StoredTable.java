package dev.penstock.local.rows;

import dev.penstock.local.catalog.TableMetadata;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A table's state outside the database. The owner thread is its shard's; the volatile fields and
 * the recorded changes may be read by all.
 */
final class StoredTable {
  private static final int RECORDED_CHANGES = 100_000;
  private static final int REMEMBERED_APPLIES = 1_000;

  final Shard shard;
  final StreamingBuffer streaming = new StreamingBuffer();
  private final Deque<ChangeRow> recorded = new ArrayDeque<>();
  private final Deque<ChangeFold.Apply> applies = new ArrayDeque<>();
  private volatile TableMetadata metadata;
  private volatile boolean dropped;
  private volatile boolean staged;
  private final Map<String, StoredStream> streams = new ConcurrentHashMap<>();
  private final AtomicLong lastStream = new AtomicLong();
  private final AtomicLong logRows = new AtomicLong();
  private volatile long oldestLogMillis;
  private volatile long rewrittenMillis;
  private volatile long insertedMillis;
  private volatile long rowsMillis;
  private volatile @Nullable Measured measured;
  private final AtomicLong changes = new AtomicLong();
  private @Nullable Runnable applied;
  private boolean emptied;
  private long baseRows;
  private long lastOrder;
  private long upserts;
  private long deletes;

  StoredTable(TableMetadata metadata, Shard shard) {
    this.metadata = metadata;
    this.shard = shard;
  }

  TableMetadata metadata() {
    return metadata;
  }

  void change(TableMetadata after) {
    metadata = after;
  }

  boolean isDropped() {
    return dropped;
  }

  /** The table is gone, and its streams with it. */
  void drop() {
    dropped = true;
    streams.values().forEach(StoredStream::drop);
  }

  /** Its rows change now in another way than by streamed rows that are added. */
  void rewritten(long nowMillis) {
    changes.incrementAndGet();
    rewrittenMillis = nowMillis;
  }

  /** When its rows last changed, or may have, in another way than by streamed rows. */
  long rewrittenMillis() {
    return rewrittenMillis;
  }

  /** Its rows have changed, in another way than by streamed rows that are added. */
  void modified(long millis) {
    rowsMillis = Math.max(rowsMillis, millis);
  }

  /** Writes into a transaction that it changes the rows; what is to be done after the commit. */
  Runnable note(Connection transaction, long nowMillis) throws SQLException {
    RowTimes.add(transaction, metadata.physicalName(), nowMillis);
    return () -> {
      rewritten(nowMillis);
      modified(nowMillis);
    };
  }

  /** When its rows last changed in any way; 0 for never. */
  long modifiedMillis() {
    return Math.max(rowsMillis, streaming.lastMillis());
  }

  /** What its settled rows hold, as long as nothing changes. */
  private record Measured(long change, TableSize.Streaming streaming, long bytes) {}

  /** How often it was changed in another way than by streamed rows. */
  long changes() {
    return changes.get();
  }

  /** The bytes of its settled rows, if they are known since a change. */
  Optional<Long> knownBytes(long change, TableSize.Streaming streaming) {
    Measured known = measured;
    return known != null && known.change() == change && known.streaming().equals(streaming)
        ? Optional.of(known.bytes())
        : Optional.empty();
  }

  void know(long change, TableSize.Streaming streaming, long bytes) {
    measured = new Measured(change, streaming, bytes);
  }

  /** Rows come, or came, by insertAll. */
  void inserted(long millis) {
    insertedMillis = Math.max(insertedMillis, millis);
  }

  /** When the newest row of insertAll came; 0 for never. */
  long insertedMillis() {
    return insertedMillis;
  }

  /** Whether it has a table of staged rows. */
  boolean isStaged() {
    return staged;
  }

  void stage() {
    staged = true;
  }

  long nextStream() {
    return lastStream.incrementAndGet();
  }

  void add(StoredStream stream) {
    streams.put(stream.stored().id(), stream);
    lastStream.accumulateAndGet(stream.stored().number(), Math::max);
  }

  void remove(StoredStream stream) {
    streams.remove(stream.stored().id());
  }

  /** A write stream; null if there is none. */
  @Nullable StoredStream stream(String id) {
    return streams.get(id);
  }

  List<StoredStream> streams() {
    return streams.values().stream()
        .sorted(Comparator.comparingLong(stream -> stream.stored().number()))
        .toList();
  }

  long logRows() {
    return logRows.get();
  }

  /** When the oldest change that is not applied came; meaningless for an empty log. */
  long oldestLogMillis() {
    return oldestLogMillis;
  }

  /** Whether reads should stop merging this log again and again. */
  boolean isLogBig() {
    return logRows.get() > Math.max(20_000, baseRows / 4);
  }

  long nextOrder() {
    return ++lastOrder;
  }

  void loadLog(long rows, long highestOrder, long oldestMillis) {
    logRows.set(rows);
    lastOrder = highestOrder;
    oldestLogMillis = oldestMillis;
  }

  void logged(long rows, long nowMillis) {
    rewritten(nowMillis);
    if (logRows.get() == 0) {
      oldestLogMillis = nowMillis;
    }
    logRows.addAndGet(rows);
  }

  void applying(long rowsInBase, long nowMillis) {
    applied = () -> applied(rowsInBase, nowMillis);
  }

  /** The running transaction leaves no streamed row. */
  void emptied() {
    emptied = true;
  }

  /** The transaction that may have applied the log, or removed all rows, is committed. */
  void settle() {
    changes.incrementAndGet();
    if (applied != null) {
      applied.run();
    }
    if (emptied) {
      streaming.clear();
    }
    unsettle();
  }

  /** Nothing is applied by a transaction that begins. */
  void unsettle() {
    applied = null;
    emptied = false;
  }

  private void applied(long rowsInBase, long nowMillis) {
    baseRows = rowsInBase;
    logRows.set(0);
    synchronized (recorded) {
      applies.addLast(new ChangeFold.Apply(upserts + deletes, nowMillis));
      if (applies.size() > REMEMBERED_APPLIES) {
        applies.removeFirst();
      }
    }
  }

  /** Takes what was acknowledged; the number of its first change, from 1. */
  long record(List<RowBatch.Change> changes) {
    synchronized (recorded) {
      long first = upserts + deletes + 1;
      for (RowBatch.Change change : changes) {
        if (change.delete()) {
          deletes++;
        } else {
          upserts++;
        }
        recorded.addLast(new ChangeRow(change.delete() ? "DELETE" : "UPSERT", change.sent()));
        if (recorded.size() > RECORDED_CHANGES) {
          recorded.removeFirst();
        }
      }
      return first;
    }
  }

  /** The applies since the start, the last thousand of them. */
  List<ChangeFold.Apply> applies() {
    synchronized (recorded) {
      return List.copyOf(applies);
    }
  }

  List<ChangeRow> recorded() {
    synchronized (recorded) {
      return List.copyOf(recorded);
    }
  }

  ChangeCount changeCount() {
    synchronized (recorded) {
      return new ChangeCount(upserts, deletes);
    }
  }

  /** Counts again, after a start, the changes that are not applied. */
  void measureLog(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(new ChangeTables(metadata).measureLog())) {
      result.next();
      loadLog(result.getLong(1), result.getLong(2), result.getLong(3));
      modified(result.getLong(4));
    }
  }
}
