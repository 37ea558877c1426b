package dev.penstock.local.rows;

import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** How many partitions rows are in. */
public final class PartitionCount {
  private PartitionCount() {}

  /**
   * Counts those of a table's partitions that some rows are in, without the one of NULL; rows of a
   * table by ingestion time go into one, those of a table without partitions into none.
   *
   * @param relation the rows, with the table's partition column
   */
  public static long of(Connection connection, TableMetadata table, String relation)
      throws SQLException {
    Partitioning by = table.partitioning();
    if (by == null || table.fields().isEmpty()) {
      return 0;
    }
    if (by.field() == null) {
      return 1;
    }
    String sql =
        "SELECT count(DISTINCT %s) FILTER (%s IS NOT NULL) FROM %s"
            .formatted(PartitionIds.of(table, by), PhysicalType.quote(by.field()), relation);
    try (Statement statement = connection.createStatement();
        ResultSet count = statement.executeQuery(sql)) {
      count.next();
      return count.getLong(1);
    }
  }
}
