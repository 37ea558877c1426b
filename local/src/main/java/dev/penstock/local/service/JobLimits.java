package dev.penstock.local.service;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import dev.penstock.local.rows.PartitionCount;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** What jobs use, against the service's limits. Thread-safe. */
final class JobLimits {
  private static final long MAX_OF_A_JOB = 4_000;
  private static final long MAX_OF_A_TABLE = 10_000;

  private final FaultPoint limits;

  JobLimits(FaultPoint limits) {
    this.limits = limits;
  }

  /**
   * Counts a copy from one region to another (RT-125).
   *
   * @throws ServiceException 403 above the day's limit
   */
  void crossesRegions(TableId destination) {
    limits.require(Usage.CROSS_REGION_COPIES, destination, 1);
  }

  /**
   * Counts the partitions that some rows go into, in the transaction that brings them there
   * (QT-004, QT-005).
   *
   * @param relation the rows
   * @param columns those of the rows
   * @throws ServiceException 400 for too many, 403 above the day's limit
   */
  void arriving(Connection connection, TableMetadata table, String relation, List<Field> columns)
      throws SQLException {
    Partitioning by = table.partitioning();
    if (by == null || (by.field() != null && Field.find(columns, by.field()) == null)) {
      return;
    }
    long count = PartitionCount.of(connection, table, relation);
    if (count > MAX_OF_A_JOB) {
      throw ServiceException.invalidQuery(
          "Too many partitions produced by query, allowed "
              + MAX_OF_A_JOB
              + ", query produces at least "
              + (MAX_OF_A_JOB + 1)
              + " partitions");
    }
    if (count > 0) {
      limits.require(Usage.PARTITIONS, table.id(), count);
    }
  }

  /**
   * Checks how many partitions a table has after a job, in its transaction (QT-004).
   *
   * @throws ServiceException 400 for too many
   */
  void arrived(Connection connection, TableMetadata table) throws SQLException {
    long count = PartitionCount.of(connection, table, table.physicalName());
    if (count > MAX_OF_A_TABLE) {
      throw ServiceException.invalid(
          "Table "
              + table.id().legacy()
              + " would have "
              + count
              + " partitions, the limit is "
              + MAX_OF_A_TABLE
              + ".");
    }
  }
}
