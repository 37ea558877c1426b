package dev.penstock.local.sql;

import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import dev.penstock.local.rows.LogicalSize;
import dev.penstock.local.rows.PartitionIds;
import dev.penstock.local.rows.RowStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How much each partition of a table holds. Thread-safe. */
final class PartitionSizes {
  private final RowStore rows;

  PartitionSizes(RowStore rows) {
    this.rows = rows;
  }

  /**
   * A partition.
   *
   * @param id null for a table without partitions
   */
  record Partition(@Nullable String id, long rows, long bytes) {}

  /** When a table, or its rows, last changed. */
  long modifiedMillis(TableMetadata table) {
    return rows.modifiedMillis(table);
  }

  /** The partitions of a table in the order of their ids; of an unpartitioned one always one. */
  List<Partition> of(TableMetadata table) {
    if (table.fields().isEmpty()) {
      return List.of();
    }
    Partitioning partitioning = table.partitioning();
    String id = partitioning == null ? "NULL" : id(table, partitioning);
    String sql =
        "SELECT id, count(bytes), coalesce(CAST(sum(bytes) AS BIGINT), 0) FROM (SELECT "
            + id
            + " AS id, "
            + LogicalSize.ofRow(table.fields(), names(table))
            + " AS bytes FROM "
            + (rows.needsMerge(table) ? rows.readRelation(table) : table.physicalName())
            + ")"
            + (partitioning == null ? " GROUP BY id" : " GROUP BY id ORDER BY id");
    try (Connection connection = rows.open();
        java.sql.Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<Partition> partitions = new ArrayList<>();
      while (result.next()) {
        partitions.add(new Partition(result.getString(1), result.getLong(2), result.getLong(3)));
      }
      return partitions.isEmpty() && partitioning == null
          ? List.of(new Partition(null, 0, 0))
          : partitions;
    } catch (SQLException e) {
      throw DuckErrors.refusal(e);
    }
  }

  private static List<String> names(TableMetadata table) {
    return table.fields().stream().map(field -> DuckSql.name(field.name())).toList();
  }

  private String id(TableMetadata table, Partitioning partitioning) {
    String id = PartitionIds.of(table, partitioning);
    return rows.needsMerge(table)
        ? id
        : "CASE WHEN "
            + rows.recentlyStreamed()
            + " THEN '"
            + PartitionIds.UNPARTITIONED
            + "' ELSE "
            + id
            + " END";
  }
}
