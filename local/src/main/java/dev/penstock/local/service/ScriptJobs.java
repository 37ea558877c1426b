package dev.penstock.local.service;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.script.ScriptHost;
import dev.penstock.local.script.ScriptStep;
import dev.penstock.local.sql.SqlResult;
import java.time.InstantSource;
import java.util.UUID;

/** Makes each statement of a script a job under the script's own (RT-140). One owner thread. */
final class ScriptJobs implements ScriptHost {
  /** Runs a job here and now. */
  interface Runner {
    void run(Job job, JobRun work);
  }

  private final Job script;
  private final Runner runner;
  private final InstantSource clock;
  private final String prefix = "script_job_" + UUID.randomUUID().toString().replace("-", "") + "_";

  ScriptJobs(Job script, InstantSource clock, Runner runner) {
    this.script = script;
    this.clock = clock;
    this.runner = runner;
  }

  @Override
  public String jobId() {
    return script.id();
  }

  @Override
  public SqlResult child(ScriptStep step, Work work) {
    String id = prefix + script.nextChild();
    new JobEnd(script, clock).check();
    Job child =
        new Job(
            script.project(),
            id,
            script.location(),
            configuration(step),
            new TableId(script.project(), Jobs.ANONYMOUS_DATASET, "anon_" + id),
            clock.millis(),
            new JobParent(script.id(), step));
    runner.run(
        child,
        end ->
            new JobOutcome.Query(
                work.run((connection, done) -> end.write(connection, new JobOutcome.Query(done)))));
    child
        .error()
        .ifPresent(
            error -> {
              throw error;
            });
    SqlResult result = child.result();
    if (result == null) {
      throw new AssertionError(id);
    }
    return result;
  }

  private static ObjectNode configuration(ScriptStep step) {
    ObjectNode configuration = JsonNodeFactory.instance.objectNode().put("jobType", "QUERY");
    configuration.putObject("query").put("query", step.place().text()).put("useLegacySql", false);
    return configuration;
  }
}
