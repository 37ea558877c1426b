package dev.penstock.local.service;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.rows.RowBatch;
import dev.penstock.local.rows.RowStreams;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Streaming writes as a front end sees them. Thread-safe. */
public final class TableWrites {
  private final Catalog catalog;
  private final DuckRowStore rows;
  private final PriceLedger ledger;

  /** Writes into tables of a catalog. */
  public TableWrites(Catalog catalog, DuckRowStore rows, PriceLedger ledger) {
    this.catalog = catalog;
    this.rows = rows;
    this.ledger = ledger;
  }

  /**
   * Finds a table.
   *
   * @throws ServiceException 400 for a view or a snapshot, 501 for a partition (WA-205)
   */
  public Optional<TableMetadata> find(TableId id) {
    if (id.table().indexOf('$') >= 0) {
      throw ServiceException.notSupported("partition decorators (" + id.table() + ")");
    }
    Optional<TableMetadata> table = catalog.findTable(id);
    table.ifPresent(TableMetadata::requireWritable);
    return table;
  }

  /** The location of a table's dataset. */
  public String location(TableId id) {
    return catalog
        .findDataset(id.project(), id.dataset())
        .map(dataset -> dataset.location())
        .orElse("US");
  }

  /** The application-created write streams. */
  public RowStreams streams() {
    return rows.streams();
  }

  /** Where bytes are counted that took effect. */
  public PriceLedger ledger() {
    return ledger;
  }

  /** Stores rows of the default stream; the future completes after their commit. */
  public CompletableFuture<Long> append(RowBatch batch) {
    if (batch.changes() != null && !batch.table().changed()) {
      catalog.markChanged(batch.table());
    }
    return rows.append(batch);
  }
}
