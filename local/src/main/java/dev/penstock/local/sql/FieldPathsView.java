package dev.penstock.local.sql;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.TableMetadata;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** INFORMATION_SCHEMA.COLUMN_FIELD_PATHS: each column, and each field inside of one. */
final class FieldPathsView {
  private FieldPathsView() {}

  static InformationView view(Catalog catalog) {
    return new InformationView(
        "COLUMN_FIELD_PATHS",
        false,
        ViewColumns.of(
            "table_catalog", FieldType.STRING,
            "table_schema", FieldType.STRING,
            "table_name", FieldType.STRING,
            "column_name", FieldType.STRING,
            "field_path", FieldType.STRING,
            "data_type", FieldType.STRING,
            "description", FieldType.STRING,
            "collation_name", FieldType.STRING,
            "rounding_mode", FieldType.STRING),
        scope -> rows(TableViews.tables(catalog, scope.datasets())));
  }

  private static List<List<@Nullable Object>> rows(List<TableMetadata> tables) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (TableMetadata table : tables) {
      for (Field column : table.fields()) {
        add(rows, table, column.name(), column.name(), column);
      }
    }
    return rows;
  }

  private static void add(
      List<List<@Nullable Object>> rows,
      TableMetadata table,
      String column,
      String path,
      Field field) {
    rows.add(
        Arrays.asList(
            table.id().project(),
            table.id().dataset(),
            table.id().table(),
            column,
            path,
            DataTypes.text(field),
            field.description(),
            "NULL",
            null));
    List<Field> children = field.type() == FieldType.STRUCT ? field.fields() : List.of();
    for (Field child : children) {
      add(rows, table, column, path + "." + child.name(), child);
    }
  }
}
