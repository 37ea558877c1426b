package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.AnswerBytes;
import dev.penstock.local.service.FaultPoint;
import dev.penstock.local.service.Job;
import dev.penstock.local.service.Jobs;
import dev.penstock.local.service.TableData;
import dev.penstock.local.service.Usage;
import java.util.ArrayList;
import java.util.List;

/** The rows of tables and of query results (RT-175 to RT-177). Thread-safe. */
final class TableDataResource {
  private static final long MAX_PAGE_ROWS = 100_000;
  private static final long DEFAULT_PAGE_ROWS = 10_000;

  private final Catalog catalog;
  private final TableData data;
  private final Jobs jobs;
  private final FaultPoint limits;

  TableDataResource(Catalog catalog, TableData data, Jobs jobs, FaultPoint limits) {
    this.catalog = catalog;
    this.data = data;
    this.jobs = jobs;
    this.limits = limits;
  }

  List<Route> routes() {
    return List.of(
        new Route(
            "tabledata.list",
            "GET",
            "projects/{project}/datasets/{dataset}/tables/{table}/data",
            this::list));
  }

  private ObjectNode list(Request request) {
    TableId id = request.table();
    Job job = jobs.findByResults(id).orElse(null);
    if (job != null) {
      return QueryJson.page(job, request).put("kind", "bigquery#tableDataList");
    }
    int max = pageRows(request);
    String token = request.query().getOrDefault("pageToken", "");
    TableData.Page page;
    if (token.isEmpty()) {
      TableMetadata table =
          catalog
              .findTable(id.whole())
              .orElseThrow(() -> ServiceException.notFound("Not found: Table " + id.legacy()));
      if (table.hasQuery()) {
        throw ServiceException.invalid("Cannot list a table of type " + table.type() + ".");
      }
      page =
          data.first(
              table,
              id.partition(),
              selected(table, request),
              request.number("startIndex", 0),
              max);
    } else {
      page = data.next(id.whole(), token, max);
    }
    limits.require(Usage.LIST_BYTES, id, AnswerBytes.of(page.rows()));
    ObjectNode out = Json.object().put("kind", "bigquery#tableDataList");
    out.put("totalRows", Long.toString(page.totalRows()));
    out.set("rows", cells(request).rows(page.fields(), page.rows()));
    Json.putText(out, "pageToken", page.nextToken());
    return out;
  }

  static int pageRows(Request request) {
    long rows = request.number("maxResults", DEFAULT_PAGE_ROWS);
    if (rows < 0) {
      throw ServiceException.invalid("Invalid value for maxResults: " + rows);
    }
    return (int) Math.min(MAX_PAGE_ROWS, rows);
  }

  static CellJson cells(Request request) {
    return new CellJson(
        Boolean.parseBoolean(request.query().get("formatOptions.useInt64Timestamp")));
  }

  private static List<Field> selected(TableMetadata table, Request request) {
    String names = request.query().getOrDefault("selectedFields", "");
    if (names.isEmpty()) {
      return table.fields();
    }
    List<Field> fields = new ArrayList<>();
    for (String name : names.split(",", -1)) {
      if (name.indexOf('.') >= 0) {
        throw ServiceException.notSupported("nested selectedFields: " + name);
      }
      fields.add(
          table.fields().stream()
              .filter(field -> field.name().equalsIgnoreCase(name))
              .findFirst()
              .orElseThrow(
                  () -> ServiceException.invalid("Invalid value for selectedFields: " + name)));
    }
    return fields;
  }
}
