package dev.penstock.local.sql;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.sql.PartitionSizes.Partition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The INFORMATION_SCHEMA views PARTITIONS (SQ-070) and TABLE_STORAGE: what tables hold. */
final class StorageViews {
  /** The older view of a dataset's tables, which is named without INFORMATION_SCHEMA. */
  static final String TABLES = "__TABLES__";

  private StorageViews() {}

  static List<InformationView> views(Catalog catalog, PartitionSizes sizes) {
    return List.of(
        new InformationView(
            TABLES,
            false,
            ViewColumns.of(
                "project_id", FieldType.STRING,
                "dataset_id", FieldType.STRING,
                "table_id", FieldType.STRING,
                "creation_time", FieldType.INT64,
                "last_modified_time", FieldType.INT64,
                "row_count", FieldType.INT64,
                "size_bytes", FieldType.INT64,
                "type", FieldType.INT64),
            scope -> tables(TableViews.tables(catalog, scope.datasets()), sizes)),
        new InformationView(
            "PARTITIONS",
            false,
            ViewColumns.of(
                "table_catalog", FieldType.STRING,
                "table_schema", FieldType.STRING,
                "table_name", FieldType.STRING,
                "partition_id", FieldType.STRING,
                "total_rows", FieldType.INT64,
                "total_logical_bytes", FieldType.INT64,
                "last_modified_time", FieldType.TIMESTAMP,
                "storage_tier", FieldType.STRING),
            scope -> partitions(stored(catalog, scope), sizes)),
        new InformationView(
            "TABLE_STORAGE",
            false,
            ViewColumns.of(
                "project_id", FieldType.STRING,
                "table_catalog", FieldType.STRING,
                "project_number", FieldType.INT64,
                "table_schema", FieldType.STRING,
                "table_name", FieldType.STRING,
                "creation_time", FieldType.TIMESTAMP,
                "total_rows", FieldType.INT64,
                "total_partitions", FieldType.INT64,
                "total_logical_bytes", FieldType.INT64,
                "active_logical_bytes", FieldType.INT64,
                "long_term_logical_bytes", FieldType.INT64,
                "storage_last_modified_time", FieldType.TIMESTAMP,
                "deleted", FieldType.BOOL,
                "table_type", FieldType.STRING),
            scope -> storage(stored(catalog, scope), sizes)));
  }

  private static List<TableMetadata> stored(Catalog catalog, InformationView.Scope scope) {
    return TableViews.tables(catalog, scope.datasets()).stream()
        .filter(table -> !table.hasQuery())
        .toList();
  }

  private static List<List<@Nullable Object>> partitions(
      List<TableMetadata> tables, PartitionSizes sizes) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    Map<String, List<Partition>> all = sizes.of(tables);
    for (TableMetadata table : tables) {
      for (Partition partition : all.getOrDefault(table.physicalName(), List.of())) {
        rows.add(
            Arrays.asList(
                table.id().project(),
                table.id().dataset(),
                table.id().table(),
                partition.id(),
                partition.rows(),
                partition.bytes(),
                Instant.ofEpochMilli(sizes.modifiedMillis(table)),
                "ACTIVE"));
      }
    }
    return rows;
  }

  private static List<List<@Nullable Object>> tables(
      List<TableMetadata> tables, PartitionSizes sizes) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    Map<String, List<Partition>> all =
        sizes.of(tables.stream().filter(table -> !table.hasQuery()).toList());
    for (TableMetadata table : tables) {
      List<Partition> partitions = all.getOrDefault(table.physicalName(), List.of());
      rows.add(
          Arrays.asList(
              table.id().project(),
              table.id().dataset(),
              table.id().table(),
              table.creationMillis(),
              sizes.modifiedMillis(table),
              partitions.stream().mapToLong(Partition::rows).sum(),
              partitions.stream().mapToLong(Partition::bytes).sum(),
              table.hasQuery() ? 2L : 1L));
    }
    return rows;
  }

  private static List<List<@Nullable Object>> storage(
      List<TableMetadata> tables, PartitionSizes sizes) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    Map<String, List<Partition>> all = sizes.of(tables);
    for (TableMetadata table : tables) {
      List<Partition> partitions = all.getOrDefault(table.physicalName(), List.of());
      long bytes = partitions.stream().mapToLong(Partition::bytes).sum();
      boolean partitioned = table.partitioning() != null;
      rows.add(
          Arrays.asList(
              table.id().project(),
              table.id().project(),
              null,
              table.id().dataset(),
              table.id().table(),
              Instant.ofEpochMilli(table.creationMillis()),
              partitions.stream().mapToLong(Partition::rows).sum(),
              partitioned ? (long) partitions.size() : 0L,
              bytes,
              bytes,
              0L,
              Instant.ofEpochMilli(sizes.modifiedMillis(table)),
              false,
              TableViews.type(table)));
    }
    return rows;
  }
}
