package dev.penstock.local.sql;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.PartitionIds;
import dev.penstock.local.rows.RowStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the tables that a statement names, in exact case. Thread-safe. */
final class TableResolver {
  private final Catalog catalog;
  private final RowStore rows;
  private final InformationSchema informationSchema;
  private final ViewSources views;
  private final WildcardTables wildcards;

  TableResolver(
      Catalog catalog,
      RowStore rows,
      JobHistory jobs,
      FunctionTable functions,
      Supplier<GoogleSql> analyzer) {
    this.catalog = catalog;
    this.rows = rows;
    this.wildcards = new WildcardTables(catalog, rows);
    this.views = new ViewSources(this, new ScanParts(rows), functions, analyzer);
    this.informationSchema = new InformationSchema(catalog, rows, jobs);
  }

  /**
   * The tables under the names of a statement.
   *
   * @param now when the statement runs
   * @param over the views that the statement lies under
   * @throws ServiceException 404 for an absent table (RT-009)
   */
  List<Source> resolve(
      SqlRequest request, List<List<String>> names, Instant now, List<TableId> over) {
    Map<List<String>, Source> sources = new LinkedHashMap<>();
    for (List<String> path : names) {
      if (!sources.containsKey(path) && !isColumnOfTable(request, path)) {
        sources.put(path, source(request, path, now, over));
      }
    }
    return List.copyOf(sources.values());
  }

  /** Whether there is a table of that name. */
  boolean exists(SqlRequest request, List<String> path) {
    if (temporary(request, parts(path)) != null) {
      return true;
    }
    return catalog.findTable(tableId(request, path)).isPresent();
  }

  /** The full name of a table that is named as in a statement. */
  static TableId tableId(SqlRequest request, List<String> path) {
    List<String> parts = parts(path);
    int size = parts.size();
    if (size > 3) {
      throw ServiceException.invalidQuery("Invalid table name: " + String.join(".", parts));
    }
    if (size == 1 && request.defaultDataset() == null) {
      throw ServiceException.invalidQuery(
          "Table \"" + parts.get(0) + "\" must be qualified with a dataset (e.g. dataset.table).");
    }
    String dataset = size == 1 ? String.valueOf(request.defaultDataset()) : parts.get(size - 2);
    return new TableId(size == 3 ? parts.get(0) : request.project(), dataset, parts.get(size - 1));
  }

  /** The table of that name. */
  TableMetadata table(SqlRequest request, TableId id) {
    requireDataset(request, id);
    return catalog
        .findTable(id)
        .orElseThrow(
            () ->
                ServiceException.notFound(
                    "Not found: Table "
                        + id.legacy()
                        + " was not found in location "
                        + request.location()));
  }

  private void requireDataset(SqlRequest request, TableId id) {
    boolean isThere =
        catalog
            .findDataset(id.project(), id.dataset())
            .filter(dataset -> dataset.location().equalsIgnoreCase(request.location()))
            .isPresent();
    if (!isThere) {
      throw ServiceException.notFound(
          "Not found: Dataset "
              + id.project()
              + ":"
              + id.dataset()
              + " was not found in location "
              + request.location()
              + elsewhere(id));
    }
  }

  /** Where else on this server a dataset of that name is, if possible with the table. */
  private String elsewhere(TableId id) {
    return catalog.listProjects().stream()
        .filter(project -> !project.equals(id.project()))
        .filter(project -> catalog.findDataset(project, id.dataset()).isPresent())
        .min(
            Comparator.comparing(
                project ->
                    catalog.findTable(new TableId(project, id.dataset(), id.table())).isEmpty()))
        .map(
            project ->
                "; there is %s:%s on this server: write `%s.%s.%s`"
                    .formatted(project, id.dataset(), project, id.dataset(), id.table()))
        .orElse("");
  }

  /** The temporary table that a name means; null for none. */
  static @Nullable TableMetadata temporary(SqlRequest request, List<String> path) {
    SqlSession session = request.scope().session();
    return session == null ? null : session.temporary().find(path);
  }

  ViewSources views() {
    return views;
  }

  private Source source(SqlRequest request, List<String> path, Instant now, List<TableId> over) {
    List<String> parts = parts(path);
    TableMetadata temporary = temporary(request, parts);
    if (temporary != null) {
      return source(path, temporary, temporary::physicalName);
    }
    if (InformationSchema.names(parts)) {
      return informationSchema.source(request, path, parts);
    }
    if (parts.get(parts.size() - 1).endsWith("*")) {
      TableId pattern = tableId(request, path);
      requireDataset(request, pattern);
      return wildcards.source(path, pattern);
    }
    TableMetadata table = table(request, tableId(request, path));
    if (table.hasQuery()) {
      ViewSources.Expansion view = views.expand(request, table, now, over);
      String version = table.etag() + " " + view.fields();
      return new Source(
          path,
          table.id().toString(),
          version,
          null,
          view.fields(),
          view.relation(),
          Map.of(),
          view.under());
    }
    if (table.fields().isEmpty()) {
      throw ServiceException.invalidQuery(
          "Table " + table.id().legacy() + " does not have a schema.");
    }
    return PartitionIds.isByIngestion(table) && !table.changed()
        ? partitioned(path, table)
        : source(path, table, () -> rows.readRelation(table));
  }

  /** A table with the times of its partitions by ingestion time. */
  private Source partitioned(List<String> path, TableMetadata table) {
    String time = rows.partitionTime(table);
    Map<String, String> pseudo = new HashMap<>(Map.of("_PARTITIONTIME", time));
    List<Field> fields = new ArrayList<>(table.fields());
    fields.add(Field.of("_PARTITIONTIME", FieldType.TIMESTAMP, Mode.NULLABLE));
    if (Objects.requireNonNull(table.partitioning()).type().equals("DAY")) {
      fields.add(Field.of("_PARTITIONDATE", FieldType.DATE, Mode.NULLABLE));
      pseudo.put("_PARTITIONDATE", "CAST(timezone('UTC', " + time + ") AS DATE)");
    }
    return new Source(
        path,
        table.id().toString(),
        table.physicalName() + " " + table.etag(),
        table,
        fields,
        table::physicalName,
        pseudo,
        Source.Under.NOTHING);
  }

  private static Source source(List<String> path, TableMetadata table, Supplier<String> relation) {
    return new Source(
        path,
        table.id().toString(),
        table.physicalName() + " " + table.etag(),
        table,
        table.fields(),
        relation);
  }

  /** Whether a path such as {@code d.t.items} names an array of a table and not a table. */
  private boolean isColumnOfTable(SqlRequest request, List<String> path) {
    if (temporary(request, parts(path.subList(0, 1))) != null && path.size() > 1) {
      return true;
    }
    for (int length = 2; length < path.size(); length++) {
      List<String> prefix = path.subList(0, length);
      if (parts(prefix).size() <= 3
          && !InformationSchema.names(parts(path))
          && catalog.findTable(tableId(request, prefix)).isPresent()) {
        return true;
      }
    }
    return false;
  }

  private static List<String> parts(List<String> path) {
    List<String> parts = new ArrayList<>();
    path.forEach(part -> parts.addAll(List.of(part.split("\\.", -1))));
    return parts;
  }
}
