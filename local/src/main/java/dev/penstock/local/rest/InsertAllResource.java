package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.service.RowInserts;
import java.util.ArrayList;
import java.util.List;

/** Rows that are streamed by REST (RT-152). Thread-safe. */
final class InsertAllResource {
  private final RowInserts inserts;

  InsertAllResource(RowInserts inserts) {
    this.inserts = inserts;
  }

  List<Route> routes() {
    return List.of(
        new Route(
            "tabledata.insertAll",
            "POST",
            "projects/{project}/datasets/{dataset}/tables/{table}/insertAll",
            this::insert));
  }

  private ObjectNode insert(Request request) {
    ObjectNode body = request.body();
    List<RowInserts.Row> rows = new ArrayList<>();
    for (JsonNode row : body.path("rows")) {
      if (!(row.get("json") instanceof ObjectNode json)) {
        throw ServiceException.invalid("Row " + rows.size() + " has no json object.");
      }
      rows.add(new RowInserts.Row(Json.text(row, "insertId"), json));
    }
    List<RowInserts.Fault> faults =
        inserts.insert(
            new RowInserts.Call(
                request.table(),
                rows,
                body.path("skipInvalidRows").asBoolean(),
                body.path("ignoreUnknownValues").asBoolean(),
                Json.text(body, "templateSuffix")));
    ObjectNode out = Json.object().put("kind", "bigquery#tableDataInsertAllResponse");
    if (!faults.isEmpty()) {
      ArrayNode errors = out.putArray("insertErrors");
      faults.forEach(fault -> errors.add(error(fault)));
    }
    return out;
  }

  private static ObjectNode error(RowInserts.Fault fault) {
    ObjectNode out = Json.object().put("index", fault.index());
    out.putArray("errors")
        .addObject()
        .put("reason", fault.reason())
        .put("location", fault.location())
        .put("debugInfo", "")
        .put("message", fault.message());
    return out;
  }
}
