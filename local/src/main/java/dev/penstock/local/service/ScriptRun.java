package dev.penstock.local.service;

import com.fasterxml.jackson.databind.JsonNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.script.ScriptHost;
import dev.penstock.local.script.Scripts;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** Runs a query job that may be a script of several statements. One owner thread. */
final class ScriptRun implements JobRun {
  /** RT-143. */
  private static final List<String> NOT_FOR_SCRIPTS =
      List.of(
          "clustering",
          "createDisposition",
          "destinationTable",
          "destinationEncryptionConfiguration",
          "rangePartitioning",
          "schemaUpdateOptions",
          "timePartitioning",
          "userDefinedFunctionResources",
          "writeDisposition");

  private final Scripts scripts;
  private final ScriptHost host;
  private final QuerySpec spec;
  private final JobRun statement;
  private final QueryQuota queries;

  /**
   * A run.
   *
   * @param statement what runs a text that is one statement
   */
  ScriptRun(
      Scripts scripts, ScriptHost host, QuerySpec spec, JobRun statement, QueryQuota queries) {
    this.scripts = scripts;
    this.host = host;
    this.spec = spec;
    this.statement = statement;
    this.queries = queries;
  }

  @Override
  public JobOutcome run(JobEnd end) throws SQLException, IOException {
    if (!scripts.isScript(spec.request().sql())) {
      return statement.run(end);
    }
    JsonNode query = spec.header().configuration().path("query");
    for (String property : NOT_FOR_SCRIPTS) {
      if (query.hasNonNull(property)) {
        throw ServiceException.invalid(
            "configuration.query." + property + " cannot be set for scripts");
      }
    }
    Runnable ended = queries.script(spec);
    try {
      return new JobOutcome.Query(scripts.run(spec.request(), host));
    } finally {
      ended.run();
    }
  }
}
