package dev.penstock.local.rows;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Objects;

/** What jobs do to one partition of a table, inside their transactions. Thread-safe. */
public final class TablePartitions {
  private final InstantSource clock;

  TablePartitions(InstantSource clock) {
    this.clock = clock;
  }

  /** Removes the rows of a partition but those in the streaming buffer (RT-090, WA-210). */
  public void clear(Connection transaction, TableMetadata table, String id) throws SQLException {
    PhysicalTable.execute(
        transaction,
        "DELETE FROM %s WHERE %s AND NOT (%s)"
            .formatted(
                table.physicalName(), condition(table, id), StreamedRows.recent(clock.millis())));
  }

  /** The DuckDB relation of a partition's rows. */
  String relation(TableMetadata table, String id) {
    return table.physicalName() + " WHERE " + condition(table, id);
  }

  /** Whether a partition has rows. */
  public boolean hasRows(Connection transaction, TableMetadata table, String id)
      throws SQLException {
    return count(transaction, table, condition(table, id)) > 0;
  }

  /** The work of putting rows into a partition and into no other. */
  public interface Filling {
    /** Puts rows into the table. */
    void run() throws SQLException;
  }

  /**
   * Has rows put into a partition.
   *
   * @throws ServiceException 400 when some of them belong into another one
   */
  public void fill(Connection transaction, TableMetadata table, String id, Filling filling)
      throws SQLException {
    Partitioning by = PartitionIds.require(table, id);
    String elsewhere =
        PartitionIds.of(table, by)
            + " <> '"
            + id
            + "' AND NOT ("
            + StreamedRows.recent(clock.millis())
            + ")";
    Long millis = by.field() == null ? PartitionIds.millis(by.type(), id) : null;
    if (by.field() == null && millis == null) {
      throw ServiceException.notSupported("rows of a job into partition " + id);
    }
    ingest(transaction, table);
    long before = count(transaction, table, elsewhere);
    filling.run();
    if (millis != null) {
      StreamedRows.ingest(transaction, table, millis);
    }
    if (count(transaction, table, elsewhere) != before) {
      throw ServiceException.invalid(
          "Some rows belong to different partitions rather than destination partition " + id);
    }
  }

  /** Rows that came by no stream are in the partition of now, unless they were put into another. */
  void ingest(Connection transaction, TableMetadata table) throws SQLException {
    if (PartitionIds.isByIngestion(table) && !table.fields().isEmpty()) {
      StreamedRows.ingest(transaction, table, clock.millis());
    }
  }

  /** The expression of the time of a row's partition. */
  String time(TableMetadata table) {
    return PartitionIds.time(Objects.requireNonNull(table.partitioning()), clock.millis());
  }

  private String condition(TableMetadata table, String id) {
    return PartitionIds.condition(table, id, clock.millis());
  }

  private static long count(Connection transaction, TableMetadata table, String condition)
      throws SQLException {
    return PhysicalTable.count(transaction, table.physicalName() + " WHERE " + condition);
  }
}
