package dev.penstock.local.service;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.rows.TableScan;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The rows of tables, page by page. Pages after the first come from a snapshot, so that a listing
 * is consistent and each page costs its own rows only. Thread-safe.
 */
public final class TableData implements AutoCloseable {
  /** So many listings may always go on at once. */
  private static final int MIN_SNAPSHOTS = 16;

  /** Beyond them, as many as together have no more than these rows. */
  private static final long MAX_SNAPSHOT_ROWS = 2_000_000;

  private static final long SNAPSHOT_LIFE_MS = 600_000;

  /**
   * A page.
   *
   * @param nextToken what to ask the next page with; null on the last page
   */
  public record Page(
      List<Field> fields,
      List<List<@Nullable Object>> rows,
      long totalRows,
      @Nullable String nextToken) {}

  private record Snapshot(TableId table, TableScan scan, List<Field> fields, long bornMillis) {}

  private final DuckRowStore rows;
  private final InstantSource clock;
  private final Map<String, Snapshot> snapshots = new LinkedHashMap<>(16, 0.75f, true);

  /** Reads from a row store. */
  public TableData(DuckRowStore rows, InstantSource clock) {
    this.rows = rows;
    this.clock = clock;
  }

  /**
   * The page at an index of the table as it is now; with no rows at all it only counts.
   *
   * @param partition the one that is read; null for the whole table
   */
  public Page first(
      TableMetadata table, @Nullable String partition, List<Field> fields, long start, int max) {
    if (fields.isEmpty()) {
      return new Page(fields, List.of(), 0, null);
    }
    try {
      if (max == 0 && partition == null) {
        return new Page(fields, List.of(), rows.size(table).rows(), null);
      }
      TableScan scan =
          partition == null
              ? TableScan.of(rows, table, fields)
              : TableScan.ofPartition(rows, table, fields, partition);
      Page page = page(scan, fields, start, max, UUID.randomUUID().toString());
      if (page.nextToken() == null) {
        scan.close();
      } else {
        keep(page.nextToken(), new Snapshot(table.id(), scan, fields, clock.millis()));
      }
      return page;
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }

  /** The page of a table that a token of an earlier one asks for. */
  public Page next(TableId table, String token, int max) {
    int dash = token.lastIndexOf('~');
    Snapshot snapshot = dash < 0 ? null : find(token.substring(0, dash));
    if (snapshot == null || !snapshot.table().equals(table)) {
      throw ServiceException.invalid("Invalid page token: it is unknown or has expired");
    }
    try {
      long start = Long.parseLong(token.substring(dash + 1));
      return page(snapshot.scan(), snapshot.fields(), start, max, token.substring(0, dash));
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }

  private static Page page(TableScan scan, List<Field> fields, long start, int max, String id)
      throws SQLException {
    List<List<@Nullable Object>> page = scan.rows(start, max);
    long end = start + page.size();
    boolean last = end >= scan.totalRows() || page.isEmpty();
    return new Page(fields, page, scan.totalRows(), last ? null : id + "~" + end);
  }

  private synchronized @Nullable Snapshot find(String id) {
    return snapshots.get(id);
  }

  private synchronized void keep(String token, Snapshot snapshot) throws SQLException {
    snapshots.put(token.substring(0, token.lastIndexOf('~')), snapshot);
    long held = snapshots.values().stream().mapToLong(kept -> kept.scan().totalRows()).sum();
    List<Snapshot> expired = new ArrayList<>();
    Iterator<Snapshot> eldest = snapshots.values().iterator();
    while (eldest.hasNext()) {
      Snapshot candidate = eldest.next();
      boolean old = candidate.bornMillis() < clock.millis() - SNAPSHOT_LIFE_MS;
      if (old || (held > MAX_SNAPSHOT_ROWS && snapshots.size() > MIN_SNAPSHOTS)) {
        eldest.remove();
        expired.add(candidate);
        held -= candidate.scan().totalRows();
      }
    }
    for (Snapshot candidate : expired) {
      candidate.scan().close();
    }
  }

  @Override
  public synchronized void close() throws SQLException {
    for (Snapshot snapshot : snapshots.values()) {
      snapshot.scan().close();
    }
    snapshots.clear();
  }
}
