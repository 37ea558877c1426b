package dev.penstock.local.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.StoredCatalog;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.ChangeCount;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.rows.StreamSnapshot;
import java.util.List;
import java.util.Optional;

/** What the service does not tell of tables: write streams and changes. Thread-safe. */
final class TableState {
  private final StoredCatalog catalog;
  private final DuckRowStore rows;

  TableState(StoredCatalog catalog, DuckRowStore rows) {
    this.catalog = catalog;
    this.rows = rows;
  }

  List<AdminRoute> routes() {
    return List.of(
        new AdminRoute(
            "GET",
            "streams",
            "write streams and change rows of ?table=project.dataset.table, or of all",
            this::streams),
        new AdminRoute(
            "POST",
            "apply-changes",
            "applies the changes of {\"table\": …}, or of all tables, now",
            this::applyChanges));
  }

  private List<TableMetadata> tables(AdminRequest request) {
    Optional<TableId> wanted = request.only("table").table();
    return wanted.isEmpty()
        ? catalog.allTables().stream().filter(table -> table.type().equals("TABLE")).toList()
        : List.of(load(wanted.get()));
  }

  TableMetadata load(TableId id) {
    return catalog
        .findTable(id)
        .orElseThrow(() -> ServiceException.notFound("Not found: Table " + id.legacy()));
  }

  private ObjectNode streams(AdminRequest request) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    ArrayNode tables = out.putArray("tables");
    for (TableMetadata table : tables(request)) {
      tables
          .addObject()
          .put("table", table.id().toString())
          .put("maxStaleness", table.options().get("max_staleness"))
          .setAll(json(table));
    }
    return out;
  }

  /** Change rows and write streams of a table. */
  ObjectNode json(TableMetadata table) {
    ChangeCount changes = rows.changeCount(table);
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("upserts", changes.upserts()).put("deletes", changes.deletes());
    ArrayNode streams = out.putArray("streams");
    rows.streams().list(table).forEach(stream -> streams.add(json(stream)));
    return out;
  }

  private static ObjectNode json(StreamSnapshot stream) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", stream.id())
        .put("kind", stream.kind().name())
        .put("rows", stream.rows())
        .put("tableRows", stream.tableRows())
        .put("finalized", stream.finalized())
        .put("createMillis", stream.createMillis())
        .put("commitMillis", stream.commitMillis());
  }

  private ObjectNode applyChanges(AdminRequest request) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    ArrayNode applied = out.putArray("applied");
    for (TableMetadata table : tables(request)) {
      if (table.changed()) {
        rows.applyChanges(table);
        applied.add(table.id().toString());
      }
    }
    return out;
  }
}
