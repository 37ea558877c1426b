package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.service.Job;
import dev.penstock.local.sql.SqlResult;
import java.util.Set;

/** Jobs as REST writes them. */
final class JobJson {
  private static final Set<String> DML = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");

  private JobJson() {}

  static boolean isDml(SqlResult result) {
    return DML.contains(result.statementType());
  }

  static ObjectNode write(Job job) {
    ObjectNode out = Json.object();
    out.put("kind", "bigquery#job");
    out.put("id", job.project() + ":" + job.location() + "." + job.id());
    out.put("etag", job.id() + job.state());
    out.set("jobReference", QueryJson.reference(job));
    ObjectNode configuration = job.configuration();
    if (configuration.get("query") instanceof ObjectNode query) {
      query.set("destinationTable", Json.reference(job.destination()));
    }
    out.set("configuration", configuration);
    ObjectNode status = out.putObject("status").put("state", job.state().name());
    job.error()
        .ifPresent(
            error -> {
              status.set("errorResult", error(error));
              status.putArray("errors").add(error(error));
            });
    statistics(out.putObject("statistics"), job);
    return out;
  }

  private static void statistics(ObjectNode out, Job job) {
    out.put("creationTime", Long.toString(job.createdMillis()));
    if (job.startedMillis() > 0) {
      out.put("startTime", Long.toString(job.startedMillis()));
    }
    if (job.endedMillis() > 0) {
      out.put("endTime", Long.toString(job.endedMillis()));
    }
    SqlResult result = job.result();
    if (result != null) {
      query(out.putObject("query"), result);
    }
  }

  private static void query(ObjectNode out, SqlResult result) {
    out.put("statementType", result.statementType());
    out.put("totalBytesProcessed", "0").put("totalBytesBilled", "0").put("cacheHit", false);
    if (isDml(result)) {
      out.put("numDmlAffectedRows", Long.toString(result.affectedRows()));
    }
    TableId target = result.ddlTarget();
    if (target != null) {
      out.set("ddlTargetTable", Json.reference(target));
    }
    if (!result.schema().isEmpty()) {
      out.set("schema", FieldJson.schema(result.schema()));
    }
  }

  static ObjectNode dryRun(String project, ObjectNode configuration, SqlResult analyzed) {
    ObjectNode out = Json.object();
    out.put("kind", "bigquery#job");
    out.putObject("jobReference").put("projectId", project).put("location", "US");
    out.set("configuration", configuration);
    out.putObject("status").put("state", "DONE");
    ObjectNode statistics = out.putObject("statistics").put("totalBytesProcessed", "0");
    query(statistics.putObject("query"), analyzed);
    return out;
  }

  /** RT-002. */
  static ObjectNode error(ServiceException error) {
    ObjectNode out = Json.object();
    out.put("reason", error.reason());
    out.put("message", String.valueOf(error.getMessage()));
    if (error.reason().equals("invalidQuery")) {
      out.put("location", "query");
    }
    return out;
  }
}
