package dev.penstock.local.sql;

import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import dev.penstock.local.rows.FilledTables;
import dev.penstock.local.rows.LogicalSize;
import dev.penstock.local.rows.PartitionIds;
import dev.penstock.local.rows.RowStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  /**
   * The partitions of tables by physical name, in the order of their ids; of an unpartitioned one
   * always one.
   */
  Map<String, List<Partition>> of(List<TableMetadata> tables) {
    Map<String, List<Partition>> sizes = new HashMap<>();
    try (Connection connection = rows.open();
        java.sql.Statement statement = connection.createStatement()) {
      FilledTables filled = FilledTables.of(connection);
      for (TableMetadata table : tables) {
        String name = table.physicalName();
        sizes.put(name, filled.has(name) ? of(table, statement) : ofEmpty(table));
      }
      return sizes;
    } catch (SQLException e) {
      throw DuckErrors.refusal(e);
    }
  }

  private static List<Partition> ofEmpty(TableMetadata table) {
    return table.partitioning() == null && !table.fields().isEmpty()
        ? List.of(new Partition(null, 0, 0))
        : List.of();
  }

  private List<Partition> of(TableMetadata table, java.sql.Statement statement)
      throws SQLException {
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
    try (ResultSet result = statement.executeQuery(sql)) {
      List<Partition> partitions = new ArrayList<>();
      while (result.next()) {
        partitions.add(new Partition(result.getString(1), result.getLong(2), result.getLong(3)));
      }
      return partitions.isEmpty() ? ofEmpty(table) : partitions;
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
