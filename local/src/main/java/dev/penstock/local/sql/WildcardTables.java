package dev.penstock.local.sql;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.RowStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tables of a dataset whose names begin alike, as one table: it has the columns of the newest
 * of them, and {@code _TABLE_SUFFIX}. Thread-safe.
 */
final class WildcardTables {
  private static final String SUFFIX = "_TABLE_SUFFIX";

  private final Catalog catalog;
  private final RowStore rows;

  WildcardTables(Catalog catalog, RowStore rows) {
    this.catalog = catalog;
    this.rows = rows;
  }

  /**
   * The tables under a name that ends in a star.
   *
   * @throws ServiceException 404 for none, 400 for a view among them or for columns that differ
   */
  Source source(List<String> path, TableId pattern) {
    String prefix = pattern.table().substring(0, pattern.table().length() - 1);
    List<TableMetadata> tables =
        catalog.listTables(pattern.project(), pattern.dataset()).stream()
            .filter(table -> table.id().table().startsWith(prefix) && !table.fields().isEmpty())
            .toList();
    if (tables.isEmpty()) {
      throw ServiceException.notFound(pattern.legacy() + " does not match any table.");
    }
    tables.forEach(WildcardTables::requireTable);
    TableMetadata newest =
        tables.stream()
            .max(
                Comparator.comparing(TableMetadata::creationMillis)
                    .thenComparing(table -> table.id().table()))
            .orElseThrow();
    List<Field> columns = newest.fields().stream().map(WildcardTables::optional).toList();
    tables.forEach(table -> requireTypes(table, columns));
    List<Field> fields = new ArrayList<>(columns);
    fields.add(Field.of(SUFFIX, FieldType.STRING, Mode.NULLABLE));
    return new Source(
        path,
        pattern.toString(),
        tables.stream().map(TableMetadata::etag).collect(Collectors.joining(" ")),
        null,
        fields,
        () ->
            tables.stream()
                .map(table -> select(table, columns, prefix))
                .collect(Collectors.joining(" UNION ALL ", "(", ")")),
        Map.of(SUFFIX, DuckSql.name(SUFFIX)),
        (read, scan, translation) ->
            tables.stream()
                .map(
                    table ->
                        new ScanPart(
                            table,
                            own(table, fields, read),
                            PartitionPruning.condition(
                                translation, scan, columns.size(), suffix(table, prefix))))
                .toList());
  }

  /** The places of a table's columns that a read of all tables reads. */
  private static Set<Integer> own(TableMetadata table, List<Field> fields, Set<Integer> read) {
    Set<Integer> own = new HashSet<>();
    for (int place : read) {
      Field column = Field.find(table.fields(), fields.get(place).name());
      if (column != null) {
        own.add(table.fields().indexOf(column));
      }
    }
    return own;
  }

  private static String suffix(TableMetadata table, String prefix) {
    return DuckSql.text(table.id().table().substring(prefix.length()));
  }

  private static void requireTable(TableMetadata table) {
    if (table.hasQuery()) {
      throw ServiceException.invalidQuery(
          "Views cannot be queried through prefix. Matched views are: " + table.id());
    }
    if (table.changed()) {
      throw ServiceException.invalidQuery(
          "Wildcard queries are not supported over tables that had UPSERT streams: " + table.id());
    }
  }

  private static Field optional(Field column) {
    return column.mode() == Mode.REQUIRED ? column.withMode(Mode.NULLABLE) : column;
  }

  private static void requireTypes(TableMetadata table, List<Field> columns) {
    for (Field column : columns) {
      Field own = Field.find(table.fields(), column.name());
      if (own != null && !DataTypes.text(own).equals(DataTypes.text(column))) {
        throw ServiceException.invalidQuery(
            "Cannot read field of type "
                + DataTypes.text(own)
                + " as "
                + DataTypes.text(column)
                + " Field: "
                + column.name()
                + " (table "
                + table.id()
                + ")");
      }
    }
  }

  private String select(TableMetadata table, List<Field> columns, String prefix) {
    List<String> items = new ArrayList<>();
    for (Field column : columns) {
      Field own = Field.find(table.fields(), column.name());
      String value = own == null ? "NULL" : DuckSql.name(own.name());
      items.add(value + " AS " + DuckSql.name(column.name()));
    }
    items.add(suffix(table, prefix) + " AS " + DuckSql.name(SUFFIX));
    return "SELECT " + String.join(", ", items) + " FROM " + rows.readRelation(table);
  }
}
