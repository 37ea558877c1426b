package dev.penstock.local.rows;

import dev.penstock.local.catalog.TableMetadata;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the change rows that came lately, so that the story of a row can be told. The oldest
 * are forgotten first, over all tables. Thread-safe.
 */
final class ChangeHistory {
  /** What a change holds in memory besides the texts of its key. */
  private static final long CHANGE_BYTES = 200;

  /**
   * The changes of a request.
   *
   * @param first the number of the first of them
   * @param keys the values of their keys, one after the other
   */
  private record Batch(
      String table,
      long first,
      long millis,
      List<RowBatch.Change> changes,
      List<@Nullable Object> keys,
      long bytes) {}

  private final long maxBytes;
  private final Deque<Batch> batches = new ArrayDeque<>();
  private final Set<String> incomplete = new HashSet<>();
  private long bytes;

  /** A history of at most so many bytes; 0 for none. */
  ChangeHistory(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Remembers the changes of a batch, in the order in which they came. */
  void add(RowBatch batch, List<RowBatch.Change> changes, long first, long nowMillis) {
    TableMetadata table = batch.table();
    if (maxBytes == 0) {
      return;
    }
    int[] positions = keyPositions(table);
    @Nullable Object[] keys = new @Nullable Object[changes.size() * positions.length];
    long size = changes.size() * CHANGE_BYTES;
    int next = 0;
    for (@Nullable Object[] row : batch.rows()) {
      for (int position : positions) {
        Object value = row[position];
        keys[next++] = value;
        size += value instanceof String text ? text.length() : 0;
      }
    }
    add(new Batch(table.physicalName(), first, nowMillis, changes, Arrays.asList(keys), size));
  }

  private static int[] keyPositions(TableMetadata table) {
    int[] positions = new int[table.primaryKey().size()];
    for (int k = 0; k < positions.length; k++) {
      String name = table.primaryKey().get(k);
      int position = 0;
      while (!table.fields().get(position).name().equalsIgnoreCase(name)) {
        position++;
      }
      positions[k] = position;
    }
    return positions;
  }

  private synchronized void add(Batch batch) {
    batches.addLast(batch);
    bytes += batch.bytes();
    while (bytes > maxBytes) {
      Batch oldest = batches.removeFirst();
      bytes -= oldest.bytes();
      incomplete.add(oldest.table());
    }
  }

  /** A table had changes that were never here. */
  synchronized void missed(TableMetadata table) {
    incomplete.add(table.physicalName());
  }

  /** Whether all changes of a table are here. */
  synchronized boolean isComplete(TableMetadata table) {
    return maxBytes > 0 && !incomplete.contains(table.physicalName());
  }

  /** Forgets a table. */
  synchronized void drop(TableMetadata table) {
    batches.removeIf(
        batch -> {
          boolean gone = batch.table().equals(table.physicalName());
          bytes -= gone ? batch.bytes() : 0;
          return gone;
        });
    incomplete.remove(table.physicalName());
  }

  /** The changes of a key in the order in which they came. */
  List<KeyChange> find(TableMetadata table, List<Object> key) {
    List<Batch> all;
    synchronized (this) {
      all = new ArrayList<>(batches);
    }
    List<KeyChange> found = new ArrayList<>();
    for (Batch batch : all) {
      if (batch.table().equals(table.physicalName())) {
        for (int i = 0; i < batch.changes().size(); i++) {
          if (isKey(batch.keys(), i * key.size(), key)) {
            found.add(new KeyChange(batch.first() + i, batch.millis(), batch.changes().get(i)));
          }
        }
      }
    }
    return found;
  }

  private static boolean isKey(List<@Nullable Object> keys, int at, List<Object> key) {
    for (int k = 0; k < key.size(); k++) {
      if (!isSame(keys.get(at + k), key.get(k))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSame(@Nullable Object value, Object wanted) {
    if (value instanceof BigDecimal number && wanted instanceof BigDecimal other) {
      return number.compareTo(other) == 0;
    }
    return Objects.deepEquals(value, wanted);
  }
}
