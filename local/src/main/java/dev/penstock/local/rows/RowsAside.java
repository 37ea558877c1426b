package dev.penstock.local.rows;

import dev.penstock.local.catalog.TableMetadata;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a table's rows that lasts until its transaction ends at most, for a job that changes
 * the table which it reads. Immutable.
 */
public record RowsAside(TableMetadata table) {
  /**
   * Copies the rows that a copy job takes.
   *
   * @param partition of the source; null for all of it
   */
  public static RowsAside keep(
      Connection transaction, DuckRowStore rows, TableMetadata source, @Nullable String partition)
      throws SQLException {
    TableMetadata table =
        source.stored(
            "penstock_aside_" + UUID.randomUUID().toString().replace("-", ""),
            source.etag(),
            source.creationMillis(),
            source.modifiedMillis(),
            false);
    new PhysicalTable(table).create(transaction);
    long unused = rows.copy(transaction, source, partition, table);
    return new RowsAside(table);
  }

  /** Removes the copy. */
  public void drop(Connection transaction) throws SQLException {
    PhysicalTable.execute(transaction, "DROP TABLE " + table.physicalName());
  }
}
