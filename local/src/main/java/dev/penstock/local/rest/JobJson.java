package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.http.HttpAnswers;
import dev.penstock.local.service.Job;
import dev.penstock.local.service.JobHeader;
import dev.penstock.local.service.JobTarget;
import dev.penstock.local.service.Jobs;
import dev.penstock.local.service.TableLayout;
import dev.penstock.local.service.WriteDisposition;
import dev.penstock.local.sql.SqlEngine;
import dev.penstock.local.sql.SqlResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the configurations and the resources of all jobs share (RT-067, RT-072). */
final class JobJson {
  private static final Set<String> DML = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");
  private static final List<String> KINDS = List.of("query", "load", "copy", "extract");

  private JobJson() {}

  /**
   * Checks that a body configures a job of one kind.
   *
   * @throws ServiceException 400 for none, 501 for another kind with it
   */
  static void requireKind(ObjectNode body, String kind) {
    JsonNode configuration = body.path("configuration");
    for (String other : KINDS) {
      if (!other.equals(kind) && Json.has(configuration, other)) {
        throw ServiceException.notSupported(other + " together with " + kind + " in one job");
      }
    }
    if (!(configuration.path(kind) instanceof ObjectNode)) {
      throw new ServiceException(
          400, "required", "Required parameter is missing: configuration." + kind);
    }
  }

  /** Refuses what this server does not know, instead of dropping it silently. */
  static void refuseOthers(JsonNode body, Set<String> known, String resource) {
    for (Map.Entry<String, JsonNode> entry : body.properties()) {
      boolean says = !entry.getValue().isBoolean() || entry.getValue().asBoolean();
      if (!known.contains(entry.getKey()) && says) {
        Json.refuse(body, Set.of(entry.getKey()), resource);
      }
    }
  }

  /** The header of a job on a table: it runs where the table's dataset is (RT-075). */
  static JobHeader header(ObjectNode body, String project, String type, Jobs jobs, TableId table) {
    JsonNode reference = body.path("jobReference");
    return new JobHeader(
        project,
        Json.text(reference, "jobId"),
        jobs.location(table, Json.text(reference, "location")),
        shown(body, type));
  }

  /** The configuration as jobs.get shows it. */
  static ObjectNode shown(ObjectNode body, String type) {
    ObjectNode shown = ((ObjectNode) body.path("configuration")).deepCopy();
    return shown.put("jobType", type);
  }

  /** Where a job's rows go (RT-086, RT-087). */
  static JobTarget target(
      JsonNode configuration, String key, String project, WriteDisposition missing) {
    TableId table = Json.tableId(configuration.path(key), project);
    String write = Json.text(configuration, "writeDisposition");
    return new JobTarget(
        table,
        isCreating(Json.text(configuration, "createDisposition")),
        write == null ? missing : WriteDisposition.of(write),
        TableJson.key(configuration.path("destinationEncryptionConfiguration")));
  }

  private static boolean isCreating(@Nullable String disposition) {
    return switch (disposition == null ? "CREATE_IF_NEEDED" : disposition) {
      case "CREATE_IF_NEEDED" -> true;
      case "CREATE_NEVER" -> false;
      default ->
          throw ServiceException.invalid("Invalid value for createDisposition: " + disposition);
    };
  }

  /** RT-105. */
  static TableLayout layout(JsonNode configuration) {
    return new TableLayout(
        TableJson.partitioning((ObjectNode) configuration, null),
        Json.texts(configuration.path("clustering").path("fields")));
  }

  static boolean isDml(SqlResult result) {
    return DML.contains(result.statementType());
  }

  static ObjectNode write(Job job) {
    ObjectNode out = Json.object();
    out.put("kind", "bigquery#job");
    out.put("id", job.project() + ":" + job.location() + "." + job.id());
    out.put("etag", job.id() + job.state());
    out.put("user_email", SqlEngine.USER);
    out.set("jobReference", QueryJson.reference(job));
    ObjectNode configuration = job.configuration();
    TableId destination = job.destination();
    if (configuration.get("query") instanceof ObjectNode query && destination != null) {
      query.set("destinationTable", Json.reference(destination));
    }
    out.set("configuration", configuration);
    status(out.putObject("status").put("state", job.state().name()), job);
    out.set("statistics", JobStatisticsJson.write(job));
    return out;
  }

  /** RT-072: warnings stand in errors[] too. */
  private static void status(ObjectNode status, Job job) {
    ArrayNode errors = Json.object().arrayNode();
    job.error()
        .ifPresent(
            error -> {
              status.set("errorResult", HttpAnswers.item(error));
              errors.add(HttpAnswers.item(error));
            });
    job.details()
        .forEach(
            detail -> {
              ObjectNode item = errors.addObject().put("reason", detail.reason());
              item.put("message", detail.message());
              Json.putText(item, "location", detail.location());
            });
    if (!errors.isEmpty()) {
      status.set("errors", errors);
    }
  }

  static ObjectNode dryRun(String project, ObjectNode configuration, SqlResult analyzed) {
    ObjectNode out = Json.object();
    out.put("kind", "bigquery#job");
    out.putObject("jobReference").put("projectId", project).put("location", "US");
    out.set("configuration", configuration);
    out.putObject("status").put("state", "DONE");
    String bytes = Long.toString(analyzed.cost().processed());
    ObjectNode statistics = out.putObject("statistics").put("totalBytesProcessed", bytes);
    JobStatisticsJson.query(statistics.putObject("query"), analyzed);
    return out;
  }
}
