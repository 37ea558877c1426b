package dev.penstock.local.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.load.LogicalBytes;
import dev.penstock.local.rows.RowBatch;
import dev.penstock.local.rows.StaleTableException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Rows that come by tabledata.insertAll (RT-152 to RT-174). Thread-safe. */
public final class RowInserts {
  private static final int MAX_ROWS = 50_000;
  private static final int MAX_ID_CHARS = 128;

  /** RT-162. */
  private static final long ID_LIFE_MS = 60_000;

  private static final int MAX_IDS = 1_000_000;

  /** PR-002. */
  private static final long MIN_BILLED_ROW = 1024;

  private final Catalog catalog;
  private final TableWrites writes;
  private final InstantSource clock;
  private final FaultPoint limits;

  /** The ids of rows by their tables, with when they came; the oldest first. */
  private final Map<String, Long> ids =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MAX_IDS || eldest.getValue() < clock.millis() - ID_LIFE_MS;
        }
      };

  /** Rows into tables of a catalog. */
  public RowInserts(Catalog catalog, TableWrites writes, InstantSource clock, FaultPoint limits) {
    this.catalog = catalog;
    this.writes = writes;
    this.clock = clock;
    this.limits = limits;
  }

  /**
   * A row.
   *
   * @param insertId rows of one id within a minute are one row; null for none
   */
  public record Row(@Nullable String insertId, ObjectNode json) {}

  /**
   * Rows for a table.
   *
   * @param skipInvalidRows whether the others are stored when one cannot be
   * @param ignoreUnknown whether members without a column are left out
   * @param templateSuffix makes the table one of this suffix with the same columns (RT-167)
   */
  public record Call(
      TableId table,
      List<Row> rows,
      boolean skipInvalidRows,
      boolean ignoreUnknown,
      @Nullable String templateSuffix) {
    /** Copies the rows. */
    public Call {
      rows = List.copyOf(rows);
    }
  }

  /**
   * A row that was not stored.
   *
   * @param reason {@code invalid}, or {@code stopped} for a row that others kept out
   */
  public record Fault(int index, String reason, String location, String message) {}

  /**
   * Stores rows, and returns when they are committed.
   *
   * @return the rows that were not stored
   * @throws ServiceException 404 for an absent table, 400 for a call that breaks a limit
   */
  public List<Fault> insert(Call call) {
    check(call.rows());
    TableMetadata table = table(call);
    if (table.fields().isEmpty()) {
      throw ServiceException.invalid("The destination table has no schema.");
    }
    InsertedRow reader = new InsertedRow(table.fields(), call.ignoreUnknown(), clock);
    List<Fault> faults = new ArrayList<>();
    Map<Integer, @Nullable Object[]> good = new LinkedHashMap<>();
    for (int i = 0; i < call.rows().size(); i++) {
      try {
        good.put(i, reader.read(call.rows().get(i).json()));
      } catch (InsertedRow.Fault e) {
        faults.add(new Fault(i, "invalid", e.location(), String.valueOf(e.getMessage())));
      }
    }
    if (!faults.isEmpty() && !call.skipInvalidRows()) {
      good.keySet().forEach(index -> faults.add(new Fault(index, "stopped", "", "")));
      return faults;
    }
    store(table, call.rows(), good);
    return faults;
  }

  private static void check(List<Row> rows) {
    if (rows.isEmpty()) {
      throw ServiceException.invalid("No rows present in the request.");
    }
    if (rows.size() > MAX_ROWS) {
      throw ServiceException.invalid(
          "too many rows present in the request, limit: "
              + MAX_ROWS
              + " row count: "
              + rows.size()
              + ".");
    }
    for (Row row : rows) {
      if (row.insertId() != null && row.insertId().length() > MAX_ID_CHARS) {
        throw ServiceException.invalid(
            "Insert ID is too long: " + row.insertId().length() + " characters, limit is 128.");
      }
    }
  }

  private TableMetadata table(Call call) {
    TableMetadata base = load(call.table());
    if (call.templateSuffix() == null || call.templateSuffix().isEmpty()) {
      return base;
    }
    TableId id =
        new TableId(
            base.id().project(), base.id().dataset(), base.id().table() + call.templateSuffix());
    return writes.find(id).orElseGet(() -> create(id, base));
  }

  private TableMetadata load(TableId id) {
    return writes
        .find(id)
        .orElseThrow(() -> ServiceException.notFound("Not found: Table " + id.legacy()));
  }

  private TableMetadata create(TableId id, TableMetadata base) {
    try {
      return catalog.createTable(
          TableMetadata.draft(id, base.fields())
              .withPartitioning(base.partitioning())
              .withClustering(base.clustering()));
    } catch (ServiceException e) {
      return writes.find(id).orElseThrow(() -> e);
    }
  }

  private void store(TableMetadata table, List<Row> rows, Map<Integer, @Nullable Object[]> good) {
    List<String> taken = new ArrayList<>();
    List<@Nullable Object[]> fresh = new ArrayList<>();
    long bytes = 0;
    long billed = 0;
    for (Map.Entry<Integer, @Nullable Object[]> row : good.entrySet()) {
      String insertId = rows.get(row.getKey()).insertId();
      String key = insertId == null ? null : table.physicalName() + "/" + insertId;
      if (key == null || take(key)) {
        fresh.add(row.getValue());
        long size = LogicalBytes.of(row.getValue());
        bytes += size;
        billed += Math.max(MIN_BILLED_ROW, size);
        if (key != null) {
          taken.add(key);
        }
      }
    }
    if (fresh.isEmpty()) {
      return;
    }
    try {
      limits.require(Usage.INSERT_BYTES, table.id(), bytes);
      var unused =
          writes
              .append(new RowBatch(table, fresh, null, bytes, true))
              .orTimeout(1, TimeUnit.MINUTES)
              .join();
      writes.ledger().add(BilledPath.INSERT_ALL, billed);
    } catch (ServiceException e) {
      release(taken);
      throw e;
    } catch (CompletionException e) {
      release(taken);
      throw e.getCause() instanceof StaleTableException
          ? ServiceException.notFound("Not found: Table " + table.id().legacy())
          : ServiceException.backend(e.getCause() == null ? e : e.getCause());
    }
  }

  /** Whether a row of this id is the first within a minute. */
  private synchronized boolean take(String key) {
    long now = clock.millis();
    Long before = ids.get(key);
    if (before != null && before > now - ID_LIFE_MS) {
      return false;
    }
    ids.remove(key);
    ids.put(key, now);
    return true;
  }

  private synchronized void release(List<String> keys) {
    keys.forEach(ids::remove);
  }
}
