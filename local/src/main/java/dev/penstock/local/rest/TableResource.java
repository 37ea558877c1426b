package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableWork;
import dev.penstock.local.decode.ColumnDefault;
import dev.penstock.local.rows.AnswerBytes;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.rows.TableSize;
import dev.penstock.local.service.Job;
import dev.penstock.local.service.Jobs;
import dev.penstock.local.sql.SqlResult;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The tables of the API (RT-017 to RT-045). Thread-safe. */
final class TableResource {
  private static final String ALL = "projects/{project}/datasets/{dataset}/tables";
  private static final String ONE = ALL + "/{table}";

  /** RT-021. */
  private static final Set<String> VIEWS =
      Set.of("", "TABLE_METADATA_VIEW_UNSPECIFIED", "BASIC", "STORAGE_STATS", "FULL");

  private final Catalog catalog;
  private final DuckRowStore rows;
  private final Jobs jobs;
  private final InstantSource clock;

  TableResource(Catalog catalog, DuckRowStore rows, Jobs jobs, InstantSource clock) {
    this.catalog = catalog;
    this.rows = rows;
    this.jobs = jobs;
    this.clock = clock;
  }

  List<Route> routes() {
    return List.of(
        new Route("tables.insert", "POST", ALL, this::insert),
        new Route("tables.list", "GET", ALL, this::list),
        new Route("tables.get", "GET", ONE, this::get),
        new Route("tables.patch", "PATCH", ONE, request -> change(request, false)),
        new Route("tables.update", "PUT", ONE, request -> change(request, true)),
        new Route("tables.delete", "DELETE", ONE, this::delete));
  }

  private ObjectNode insert(Request request) {
    ObjectNode body = request.body();
    TableId id =
        new TableId(
            request.project(),
            request.dataset(),
            Json.required(body.path("tableReference"), "tableId"));
    TableMetadata draft = TableJson.read(body, TableMetadata.draft(id, List.of()));
    checkDefaults(draft.fields());
    return write(catalog.createTable(defined(draft, null)), true);
  }

  /** A view gets the columns of its query; what is no view cannot become one. */
  private TableMetadata defined(TableMetadata table, @Nullable TableMetadata before) {
    if (before != null && !before.type().equals(table.type())) {
      throw before.refusal();
    }
    boolean same = before != null && Objects.equals(before.definition(), table.definition());
    return table.hasQuery() && !same ? jobs.withViewColumns(table) : table;
  }

  private void checkDefaults(List<Field> fields) {
    fields.forEach(field -> ColumnDefault.check(field, clock));
  }

  private ObjectNode list(Request request) {
    dataset(request);
    ObjectNode out = Json.object().put("kind", "bigquery#tableList");
    List<TableMetadata> tables = catalog.listTables(request.project(), request.dataset());
    Page<TableMetadata> page = Page.of(tables, request, 1000);
    Json.putText(out, "nextPageToken", page.nextToken());
    ArrayNode array = out.putArray("tables");
    for (TableMetadata table : page.items()) {
      ObjectNode item = write(table, false);
      item.remove(List.of("schema", "etag", "lastModifiedTime", "description"));
      array.add(item);
    }
    out.put("totalItems", tables.size());
    return out;
  }

  private DatasetMetadata dataset(Request request) {
    return catalog
        .findDataset(request.project(), request.dataset())
        .orElseThrow(
            () ->
                ServiceException.notFound(
                    "Not found: Dataset " + request.project() + ":" + request.dataset()));
  }

  private ObjectNode get(Request request) {
    TableId id = request.table();
    Job job = jobs.findByResults(id).orElse(null);
    SqlResult result = job == null ? null : job.result();
    if (result != null) {
      TableMetadata anonymous = TableMetadata.draft(id, result.schema());
      return TableJson.write(
          anonymous,
          "US",
          new TableSize(
              result.rows().size(),
              new TableSize.Streaming(0, 0, 0),
              result.rows().stream().mapToLong(AnswerBytes::of).sum()));
    }
    String view = request.query().getOrDefault("view", "");
    if (!VIEWS.contains(view)) {
      throw ServiceException.invalid("Invalid value for view: " + view);
    }
    boolean basic = view.equals("BASIC");
    ObjectNode out = write(load(request), !basic);
    if (basic) {
      out.remove("lastModifiedTime");
    }
    String selected = request.query().getOrDefault("selectedFields", "");
    return selected.isEmpty() ? out : selected(out, List.of(selected.split(",", -1)));
  }

  /** A table with some of its columns only (RT-021). */
  private static ObjectNode selected(ObjectNode table, List<String> names) {
    if (table.path("schema").get("fields") instanceof ArrayNode fields) {
      for (int i = fields.size() - 1; i >= 0; i--) {
        String name = fields.get(i).path("name").asText();
        if (names.stream().noneMatch(name::equalsIgnoreCase)) {
          fields.remove(i);
        }
      }
    }
    return table;
  }

  private TableMetadata load(Request request) {
    return catalog
        .findTable(request.table().whole())
        .orElseThrow(
            () -> {
              dataset(request);
              return ServiceException.notFound("Not found: Table " + request.table().legacy());
            });
  }

  private ObjectNode change(Request request, boolean replace) {
    UnaryOperator<TableMetadata> change =
        before -> {
          request.checkEtag(before.etag());
          TableMetadata base = replace ? TableJson.emptied(before) : before;
          TableMetadata after = TableJson.read(request.body(), base);
          checkDefaults(after.fields());
          return defined(after, before);
        };
    TableMetadata changed =
        load(request).hasQuery()
            ? catalog.rewriteTable(request.table(), change, TableWork.NONE)
            : catalog.updateTable(request.table(), change);
    return write(changed, true);
  }

  private @Nullable ObjectNode delete(Request request) {
    TableMetadata table = load(request);
    request.checkEtag(table.etag());
    String partition = request.table().partition();
    if (partition == null) {
      catalog.deleteTable(request.table());
    } else {
      deletePartition(table, partition);
    }
    return null;
  }

  private void deletePartition(TableMetadata table, String partition) {
    try {
      long unused =
          rows.modify(
              table,
              connection -> {
                rows.partitions().clear(connection, table, partition);
                return 0;
              });
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }

  private ObjectNode write(TableMetadata table, boolean withSize) {
    String location =
        catalog
            .findDataset(table.id().project(), table.id().dataset())
            .map(DatasetMetadata::location)
            .orElse("US");
    try {
      ObjectNode out = TableJson.write(table, location, withSize ? rows.measure(table) : null);
      Json.putNumber(out, "lastModifiedTime", rows.modifiedMillis(table));
      return out;
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }
}
