package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.decode.ColumnDefault;
import dev.penstock.local.load.Connections;
import dev.penstock.local.load.FileFormat;
import dev.penstock.local.service.JobHeader;
import dev.penstock.local.service.JobTarget;
import dev.penstock.local.service.Jobs;
import dev.penstock.local.service.LoadSource;
import dev.penstock.local.service.LoadSpec;
import dev.penstock.local.service.SchemaUpdates;
import dev.penstock.local.service.WriteDisposition;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Load jobs as REST writes them (RT-086 to RT-105). Thread-safe. */
final class LoadJobJson {
  private static final Set<String> KNOWN =
      Set.of(
          "destinationTable",
          "schema",
          "createDisposition",
          "writeDisposition",
          "sourceFormat",
          "schemaUpdateOptions",
          "timePartitioning",
          "rangePartitioning",
          "clustering",
          "destinationTableProperties",
          "destinationEncryptionConfiguration",
          "ignoreUnknownValues",
          "maxBadRecords",
          // Node.js clients put here what belongs to the reference of the job.
          "location");

  private final Jobs jobs;
  private final Connections connections;
  private final InstantSource clock;

  /**
   * Reads jobs.
   *
   * @param connections for the formats that the database reads
   */
  LoadJobJson(Jobs jobs, Connections connections, InstantSource clock) {
    this.jobs = jobs;
    this.connections = connections;
    this.clock = clock;
  }

  /** Reads a job whose files are objects of Cloud Storage. */
  LoadSpec readObjects(String project, ObjectNode body) {
    JsonNode uris = body.path("configuration").path("load").path("sourceUris");
    LoadSource source = new LoadSource.Objects(Json.texts(uris));
    return read(project, body, Set.of("sourceUris")).apply(source);
  }

  /** Reads a job whose file is uploaded; it takes the file when that is there. */
  Function<LoadSource, LoadSpec> readUpload(String project, ObjectNode body) {
    return read(project, body, Set.of());
  }

  private Function<LoadSource, LoadSpec> read(
      String project, ObjectNode body, Set<String> ofTheSource) {
    JobJson.requireKind(body, "load");
    JsonNode load = body.path("configuration").path("load");
    Set<String> known = new HashSet<>(KNOWN);
    known.addAll(ofTheSource);
    known.addAll(FileFormatJson.KNOWN);
    JobJson.refuseOthers(load, known, "load job");
    TableId table = Json.tableId(load.path("destinationTable"), project);
    JobHeader header = JobJson.header(body, project, "LOAD", jobs, table);
    JobTarget target =
        JobJson.target(load, "destinationTable", project, WriteDisposition.WRITE_APPEND);
    SchemaUpdates updates = updates(load, target.write());
    List<Field> schema = Json.has(load, "schema") ? FieldJson.readSchema(load.get("schema")) : null;
    if (schema != null) {
      schema.forEach(field -> ColumnDefault.check(field, clock));
    }
    FileFormat format = FileFormatJson.read(load, connections);
    Long maxBadRecords = Json.number(load, "maxBadRecords");
    return source ->
        new LoadSpec(
            header,
            target,
            JobJson.layout(load),
            properties(load.path("destinationTableProperties")),
            updates,
            schema,
            load.path("ignoreUnknownValues").asBoolean(),
            maxBadRecords == null ? 0 : maxBadRecords,
            format,
            source);
  }

  /** RT-091. */
  private static SchemaUpdates updates(JsonNode load, WriteDisposition write) {
    List<String> options = Json.texts(load.path("schemaUpdateOptions"));
    boolean fits =
        write == WriteDisposition.WRITE_APPEND || write == WriteDisposition.WRITE_TRUNCATE_DATA;
    if (!options.isEmpty() && !fits) {
      throw ServiceException.invalid(
          "Schema update options should only be specified with WRITE_APPEND disposition, or with"
              + " WRITE_TRUNCATE disposition on a table partition.");
    }
    for (String option : options) {
      if (!option.equals("ALLOW_FIELD_ADDITION") && !option.equals("ALLOW_FIELD_RELAXATION")) {
        throw ServiceException.invalid("Invalid value for schemaUpdateOptions: " + option);
      }
    }
    return new SchemaUpdates(
        options.contains("ALLOW_FIELD_ADDITION"), options.contains("ALLOW_FIELD_RELAXATION"));
  }

  /** RT-104. */
  private static LoadSpec.Properties properties(JsonNode node) {
    JobJson.refuseOthers(
        node, Set.of("friendlyName", "description", "labels"), "destinationTableProperties");
    Map<String, String> labels =
        node instanceof ObjectNode object ? Json.labels(object, Map.of()) : Map.of();
    return new LoadSpec.Properties(
        Json.text(node, "description"), Json.text(node, "friendlyName"), labels);
  }
}
