package dev.penstock.local.sql;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.TableMetadata;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The INFORMATION_SCHEMA views of primary keys (SQ-036). */
final class ConstraintViews {
  private ConstraintViews() {}

  static List<InformationView> views(Catalog catalog) {
    return List.of(
        new InformationView(
            "TABLE_CONSTRAINTS",
            false,
            ViewColumns.of(
                "constraint_catalog", FieldType.STRING,
                "constraint_schema", FieldType.STRING,
                "constraint_name", FieldType.STRING,
                "table_catalog", FieldType.STRING,
                "table_schema", FieldType.STRING,
                "table_name", FieldType.STRING,
                "constraint_type", FieldType.STRING,
                "is_deferrable", FieldType.STRING,
                "initially_deferred", FieldType.STRING,
                "enforced", FieldType.STRING),
            scope -> constraints(keyed(catalog, scope.datasets()))),
        new InformationView(
            "KEY_COLUMN_USAGE",
            false,
            ViewColumns.of(
                "constraint_catalog", FieldType.STRING,
                "constraint_schema", FieldType.STRING,
                "constraint_name", FieldType.STRING,
                "table_catalog", FieldType.STRING,
                "table_schema", FieldType.STRING,
                "table_name", FieldType.STRING,
                "column_name", FieldType.STRING,
                "ordinal_position", FieldType.INT64,
                "position_in_unique_constraint", FieldType.INT64),
            scope -> keyColumns(keyed(catalog, scope.datasets()))),
        new InformationView(
            "CONSTRAINT_COLUMN_USAGE",
            false,
            ViewColumns.of(
                "table_catalog", FieldType.STRING,
                "table_schema", FieldType.STRING,
                "table_name", FieldType.STRING,
                "column_name", FieldType.STRING,
                "constraint_catalog", FieldType.STRING,
                "constraint_schema", FieldType.STRING,
                "constraint_name", FieldType.STRING),
            scope -> constraintColumns(keyed(catalog, scope.datasets()))));
  }

  private static List<TableMetadata> keyed(Catalog catalog, List<DatasetMetadata> datasets) {
    return TableViews.tables(catalog, datasets).stream()
        .filter(table -> !table.primaryKey().isEmpty())
        .toList();
  }

  private static String name(TableMetadata table) {
    return table.id().table() + ".pk$";
  }

  private static List<List<@Nullable Object>> constraints(List<TableMetadata> tables) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (TableMetadata table : tables) {
      String project = table.id().project();
      String dataset = table.id().dataset();
      rows.add(
          Arrays.asList(
              project,
              dataset,
              name(table),
              project,
              dataset,
              table.id().table(),
              "PRIMARY KEY",
              "NO",
              "NO",
              "NO"));
    }
    return rows;
  }

  private static List<List<@Nullable Object>> keyColumns(List<TableMetadata> tables) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (TableMetadata table : tables) {
      String project = table.id().project();
      String dataset = table.id().dataset();
      long position = 1;
      for (String column : table.primaryKey()) {
        rows.add(
            Arrays.asList(
                project,
                dataset,
                name(table),
                project,
                dataset,
                table.id().table(),
                column,
                position,
                null));
        position++;
      }
    }
    return rows;
  }

  private static List<List<@Nullable Object>> constraintColumns(List<TableMetadata> tables) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (TableMetadata table : tables) {
      String project = table.id().project();
      String dataset = table.id().dataset();
      for (String column : table.primaryKey()) {
        rows.add(
            Arrays.asList(
                project, dataset, table.id().table(), column, project, dataset, name(table)));
      }
    }
    return rows;
  }
}
