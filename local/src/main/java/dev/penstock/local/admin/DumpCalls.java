package dev.penstock.local.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.StoredCatalog;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.rows.FilledTables;
import dev.penstock.local.rows.TableScan;
import dev.penstock.local.rows.TableSize;
import dev.penstock.local.service.Job;
import dev.penstock.local.service.Jobs;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * What a server holds, in one answer of bounded size, for a test that failed. Without what clients
 * sent: no configurations of jobs, no rows but those that are asked for. Thread-safe.
 */
final class DumpCalls {
  private static final int MAX_CHARS = 4 << 20;
  private static final int MAX_JOBS = 200;
  private static final int MAX_ROWS = 1_000;

  private final StoredCatalog catalog;
  private final DuckRowStore rows;
  private final Jobs jobs;
  private final TableState states;
  private final InstantSource clock;

  DumpCalls(AdminApi.Services services, TableState states) {
    this.catalog = services.catalog();
    this.rows = services.rows();
    this.jobs = services.jobs();
    this.clock = services.clock();
    this.states = states;
  }

  List<AdminRoute> routes() {
    return List.of(
        new AdminRoute(
            "GET",
            "dump",
            "datasets, tables with row counts and streams, jobs;"
                + " ?table=project.dataset.table&rows=100 one table with its first rows",
            this::dump));
  }

  private ObjectNode dump(AdminRequest request) {
    Optional<TableId> one = request.only("table", "rows").table();
    ObjectNode out = JsonNodeFactory.instance.objectNode().put("now", clock.instant().toString());
    if (one.isPresent()) {
      TableMetadata table = states.load(one.get());
      ObjectNode dumped = json(table, true);
      int max = request.number("rows", 0, MAX_ROWS);
      if (max > 0 && !table.fields().isEmpty()) {
        addRows(dumped, table, max);
      }
      out.putArray("tables").add(dumped);
      return out;
    }
    String rowsOfAll = request.query().get("rows");
    if (rowsOfAll != null) {
      throw AdminRequest.refused("rows", rowsOfAll, "with table=project.dataset.table");
    }
    ArrayNode datasets = out.putArray("datasets");
    ArrayNode tables = out.putArray("tables");
    FilledTables filled = filled();
    int leftOut = 0;
    int chars = 0;
    for (String project : catalog.listProjects()) {
      for (DatasetMetadata dataset : catalog.listDatasets(project)) {
        datasets.add(json(dataset));
        for (TableMetadata table : catalog.listTables(project, dataset.dataset())) {
          ObjectNode dumped =
              chars < MAX_CHARS ? json(table, filled.has(table.physicalName())) : null;
          chars += dumped == null ? 0 : dumped.toString().length();
          if (dumped == null || chars > MAX_CHARS) {
            leftOut++;
          } else {
            tables.add(dumped);
          }
        }
      }
    }
    out.put("tablesLeftOut", leftOut);
    addJobs(out);
    return out;
  }

  private static ObjectNode json(DatasetMetadata dataset) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("dataset", dataset.project() + "." + dataset.dataset())
        .put("location", dataset.location())
        .put("created", instant(dataset.creationMillis()))
        .put("modified", instant(dataset.modifiedMillis()));
  }

  private FilledTables filled() {
    try (Connection connection = rows.open()) {
      return FilledTables.of(connection);
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }

  private ObjectNode json(TableMetadata table, boolean filled) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("table", table.id().toString()).put("type", table.type());
    out.put("created", instant(table.creationMillis()));
    out.put("modified", instant(rows.modifiedMillis(table)));
    addFields(out, table.fields());
    table.primaryKey().forEach(out.withArray("primaryKey")::add);
    Partitioning partitioning = table.partitioning();
    if (partitioning != null) {
      out.put("partitioning", Partitioning.spec(partitioning));
    }
    if (!table.clustering().isEmpty()) {
      table.clustering().forEach(out.withArray("clustering")::add);
    }
    table.options().forEach(out.withObject("/options")::put);
    if (table.type().equals("TABLE")) {
      try {
        TableSize size = filled ? rows.size(table) : TableSize.NONE;
        out.put("rows", size.rows()).put("rowsInStreamingBuffer", size.streaming().rows());
      } catch (SQLException e) {
        throw ServiceException.backend(e);
      }
      out.setAll(states.json(table));
    }
    return out;
  }

  private static void addFields(ObjectNode out, List<Field> fields) {
    ArrayNode array = out.putArray("fields");
    for (Field field : fields) {
      ObjectNode item = array.addObject().put("name", field.name());
      item.put("type", field.type().name()).put("mode", field.mode().name());
      if (!field.fields().isEmpty()) {
        addFields(item, field.fields());
      }
    }
  }

  private void addRows(ObjectNode out, TableMetadata table, int max) {
    ArrayNode array = out.putArray("firstRows");
    int chars = 0;
    try {
      for (List<?> row : TableScan.head(rows, table, max)) {
        ObjectNode item = ValueJson.row(table.fields(), row);
        chars += item.toString().length();
        if (chars > MAX_CHARS) {
          return;
        }
        array.add(item);
      }
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }

  private void addJobs(ObjectNode out) {
    ArrayNode array = out.putArray("jobs");
    for (String project : catalog.listProjects()) {
      for (Job job : jobs.list(project)) {
        if (array.size() == MAX_JOBS) {
          return;
        }
        array.add(json(job));
      }
    }
  }

  private static ObjectNode json(Job job) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("job", job.project() + ":" + job.location() + "." + job.id());
    out.put("type", job.configuration().path("jobType").asText()).put("state", job.state().name());
    out.put("created", instant(job.createdMillis())).put("ended", instant(job.endedMillis()));
    job.error()
        .ifPresent(
            error ->
                out.putObject("error")
                    .put("reason", error.reason())
                    .put("message", String.valueOf(error.getMessage())));
    return out;
  }

  private static String instant(long millis) {
    return millis == 0 ? "" : Instant.ofEpochMilli(millis).toString();
  }
}
