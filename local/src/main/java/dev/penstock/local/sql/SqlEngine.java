package dev.penstock.local.sql;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.rows.RowStore;
import java.util.Objects;

/** Runs GoogleSQL statements against a catalog and a row store. Thread-safe. */
public final class SqlEngine implements AutoCloseable {
  private final Catalog catalog;
  private final RowStore rows;

  /** An engine; the analyzer loads in the background. */
  public SqlEngine(Catalog catalog, RowStore rows) {
    this.catalog = Objects.requireNonNull(catalog);
    this.rows = Objects.requireNonNull(rows);
  }

  /**
   * Runs one statement.
   *
   * @throws ServiceException with the service's code, reason and text when the statement is refused
   */
  public SqlResult query(SqlRequest request) {
    throw ServiceException.notSupported(
        "SQL, asked of " + catalog + " and " + rows + ": " + request.sql());
  }

  @Override
  public void close() {}
}
