package dev.penstock.local.sql;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.TableDefinition;
import dev.penstock.local.catalog.TableDefinition.Kind;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.RowStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The INFORMATION_SCHEMA views TABLES, VIEWS, COLUMNS and TABLE_OPTIONS (SQ-067 to SQ-069). */
final class TableViews {
  private TableViews() {}

  static List<InformationView> views(Catalog catalog, RowStore rows) {
    return List.of(
        new InformationView(
            "TABLES",
            false,
            ViewColumns.of(
                "table_catalog", FieldType.STRING,
                "table_schema", FieldType.STRING,
                "table_name", FieldType.STRING,
                "table_type", FieldType.STRING,
                "managed_table_type", FieldType.STRING,
                "is_insertable_into", FieldType.STRING,
                "is_fine_grained_mutations_enabled", FieldType.STRING,
                "is_typed", FieldType.STRING,
                "is_change_history_enabled", FieldType.STRING,
                "creation_time", FieldType.TIMESTAMP,
                "base_table_catalog", FieldType.STRING,
                "base_table_schema", FieldType.STRING,
                "base_table_name", FieldType.STRING,
                "snapshot_time_ms", FieldType.TIMESTAMP,
                "replica_source_catalog", FieldType.STRING,
                "replica_source_schema", FieldType.STRING,
                "replica_source_name", FieldType.STRING,
                "replication_status", FieldType.STRING,
                "replication_error", FieldType.STRING,
                "ddl", FieldType.STRING,
                "default_collation_name", FieldType.STRING,
                "upsert_stream_apply_watermark", FieldType.TIMESTAMP),
            scope -> tables(tables(catalog, scope.datasets()), rows)),
        new InformationView(
            "COLUMNS",
            false,
            ViewColumns.of(
                "table_catalog", FieldType.STRING,
                "table_schema", FieldType.STRING,
                "table_name", FieldType.STRING,
                "column_name", FieldType.STRING,
                "ordinal_position", FieldType.INT64,
                "is_nullable", FieldType.STRING,
                "data_type", FieldType.STRING,
                "is_generated", FieldType.STRING,
                "is_hidden", FieldType.STRING,
                "is_system_defined", FieldType.STRING,
                "is_partitioning_column", FieldType.STRING,
                "clustering_ordinal_position", FieldType.INT64,
                "collation_name", FieldType.STRING,
                "column_default", FieldType.STRING,
                "rounding_mode", FieldType.STRING),
            scope -> columns(tables(catalog, scope.datasets()))),
        new InformationView(
            "TABLE_OPTIONS",
            false,
            ViewColumns.of(
                "table_catalog", FieldType.STRING,
                "table_schema", FieldType.STRING,
                "table_name", FieldType.STRING,
                "option_name", FieldType.STRING,
                "option_type", FieldType.STRING,
                "option_value", FieldType.STRING),
            scope -> options(tables(catalog, scope.datasets()))),
        new InformationView(
            "VIEWS",
            false,
            ViewColumns.of(
                "table_catalog", FieldType.STRING,
                "table_schema", FieldType.STRING,
                "table_name", FieldType.STRING,
                "view_definition", FieldType.STRING,
                "check_option", FieldType.STRING,
                "use_standard_sql", FieldType.STRING),
            scope -> queries(tables(catalog, scope.datasets()))));
  }

  /** The tables of datasets. */
  static List<TableMetadata> tables(Catalog catalog, List<DatasetMetadata> datasets) {
    List<TableMetadata> tables = new ArrayList<>();
    datasets.forEach(
        dataset -> tables.addAll(catalog.listTables(dataset.project(), dataset.dataset())));
    return tables;
  }

  private static List<List<@Nullable Object>> tables(List<TableMetadata> tables, RowStore store) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (TableMetadata table : tables) {
      TableDefinition definition = table.definition();
      TableId base = definition == null ? null : definition.base();
      boolean plain = table.type().equals("TABLE");
      rows.add(
          Arrays.asList(
              table.id().project(),
              table.id().dataset(),
              table.id().table(),
              type(table),
              plain ? "NATIVE" : null,
              plain ? "YES" : "NO",
              "NO",
              "NO",
              "NO",
              Instant.ofEpochMilli(table.creationMillis()),
              base == null ? null : base.project(),
              base == null ? null : base.dataset(),
              base == null ? null : base.table(),
              (definition == null || base == null)
                  ? null
                  : Instant.ofEpochMilli(definition.baseMillis()),
              null,
              null,
              null,
              null,
              null,
              TableDdl.create(table),
              "NULL",
              store.applyWatermark(table).orElse(null)));
    }
    return rows;
  }

  /** The type of a table as the views spell it. */
  static String type(TableMetadata table) {
    TableDefinition definition = table.definition();
    if (definition == null) {
      return "BASE TABLE";
    }
    return definition.kind().name().replace('_', ' ');
  }

  private static List<List<@Nullable Object>> queries(List<TableMetadata> tables) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (TableMetadata table : tables) {
      TableDefinition definition = table.definition();
      if (definition != null && definition.kind() == Kind.VIEW) {
        rows.add(
            Arrays.asList(
                table.id().project(),
                table.id().dataset(),
                table.id().table(),
                definition.query(),
                null,
                "YES"));
      }
    }
    return rows;
  }

  private static List<List<@Nullable Object>> columns(List<TableMetadata> tables) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (TableMetadata table : tables) {
      for (int i = 0; i < table.fields().size(); i++) {
        Field field = table.fields().get(i);
        int clustered = table.clustering().indexOf(field.name());
        String fallback = field.defaultValueExpression();
        rows.add(
            Arrays.asList(
                table.id().project(),
                table.id().dataset(),
                table.id().table(),
                field.name(),
                i + 1L,
                field.mode() == Mode.NULLABLE ? "YES" : "NO",
                DataTypes.text(field),
                "NEVER",
                "NO",
                "NO",
                isPartitioning(table, field) ? "YES" : "NO",
                clustered < 0 ? null : Long.valueOf(clustered + 1),
                "NULL",
                fallback == null ? "NULL" : fallback,
                null));
      }
    }
    return rows;
  }

  private static boolean isPartitioning(TableMetadata table, Field field) {
    return table.partitioning() != null && field.name().equals(table.partitioning().field());
  }

  private static List<List<@Nullable Object>> options(List<TableMetadata> tables) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (TableMetadata table : tables) {
      for (TableOptions.Shown option : TableOptions.shown(table)) {
        rows.add(
            Arrays.asList(
                table.id().project(),
                table.id().dataset(),
                table.id().table(),
                option.name(),
                option.type(),
                option.value()));
      }
    }
    return rows;
  }
}
