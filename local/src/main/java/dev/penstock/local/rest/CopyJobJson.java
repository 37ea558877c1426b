package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.service.CopySpec;
import dev.penstock.local.service.CopySpec.Operation;
import dev.penstock.local.service.JobHeader;
import dev.penstock.local.service.JobTarget;
import dev.penstock.local.service.Jobs;
import dev.penstock.local.service.WriteDisposition;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Copy jobs as REST writes them (RT-116 to RT-120). */
final class CopyJobJson {
  private static final int MAX_SOURCES = 1200;
  private static final Set<String> KNOWN =
      Set.of(
          "sourceTable",
          "sourceTables",
          "destinationTable",
          "createDisposition",
          "writeDisposition",
          "operationType",
          "destinationEncryptionConfiguration",
          "destinationExpirationTime");

  private CopyJobJson() {}

  static CopySpec read(String project, ObjectNode body, Jobs jobs) {
    JobJson.requireKind(body, "copy");
    JsonNode copy = body.path("configuration").path("copy");
    JobJson.refuseOthers(copy, KNOWN, "copy job");
    JobTarget target =
        JobJson.target(copy, "destinationTable", project, WriteDisposition.WRITE_EMPTY);
    JobHeader header = JobJson.header(body, project, "COPY", jobs, target.table());
    return new CopySpec(
        header, target, sources(copy, project), operation(copy), expirationMillis(copy));
  }

  private static Operation operation(JsonNode copy) {
    String name = Json.text(copy, "operationType");
    for (Operation operation : Operation.values()) {
      if (operation.name().equals(name)) {
        return operation;
      }
    }
    if (name == null || name.equals("OPERATION_TYPE_UNSPECIFIED")) {
      return Operation.COPY;
    }
    throw ServiceException.invalid("Invalid value for operationType: " + name);
  }

  private static @Nullable Long expirationMillis(JsonNode copy) {
    String time = Json.text(copy, "destinationExpirationTime");
    try {
      return time == null ? null : Instant.parse(time).toEpochMilli();
    } catch (DateTimeParseException e) {
      throw ServiceException.invalid("Invalid value for destinationExpirationTime: " + time);
    }
  }

  private static List<TableId> sources(JsonNode copy, String project) {
    List<TableId> sources = new ArrayList<>();
    copy.path("sourceTables").forEach(table -> sources.add(Json.tableId(table, project)));
    if (Json.has(copy, "sourceTable")) {
      sources.add(Json.tableId(copy.get("sourceTable"), project));
    }
    if (sources.isEmpty()) {
      throw new ServiceException(
          400, "required", "Required parameter is missing: configuration.copy.sourceTables");
    }
    if (sources.size() > MAX_SOURCES) {
      throw ServiceException.invalid(
          "Too many source tables: " + sources.size() + ", the limit is " + MAX_SOURCES + ".");
    }
    for (TableId source : sources) {
      if (source.table().indexOf('@') >= 0) {
        throw ServiceException.notSupported("table decorators (" + source.table() + ")");
      }
    }
    return sources;
  }
}
