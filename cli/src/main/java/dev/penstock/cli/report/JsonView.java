package dev.penstock.cli.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.core.publish.PublishPlan;
import dev.penstock.core.publish.PublishReport;
import dev.penstock.core.publish.PublishReport.RunJob;
import dev.penstock.core.publish.PublishRequest;
import dev.penstock.core.publish.Step;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalLong;

/**
 * A run for programs: one JSON object a line on standard output, as docs/reference/cli-events.md
 * has them. Thread-safe.
 */
final class JsonView implements RunView {
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final PrintWriter out;
  private final RunProgress progress = new RunProgress();
  private final Ticker ticker;
  private long rows;

  JsonView(PrintWriter out) {
    this.out = out;
    this.ticker = new Ticker(INTERVAL, this::tick);
  }

  private static ObjectNode event(String name) {
    return NODES
        .objectNode()
        .put("event", name)
        .put("time", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
  }

  private synchronized void print(ObjectNode event) {
    out.print(event + "\n");
    out.flush();
  }

  private void tick() {
    progress.now().ifPresent(now -> print(progressEvent(now)));
  }

  static ObjectNode progressEvent(Progress now) {
    ObjectNode event = event("progress").put("phase", now.phase());
    if (now.bytes()) {
      event.put("bytes", now.done()).put("bytes_total", now.total());
    } else {
      event
          .put("rows", now.done())
          .put("rows_total", now.total())
          .put("bytes_loaded", now.sentBytes());
    }
    return event.put("phase_ms", now.during().toMillis());
  }

  @Override
  public void note(String text) {
    print(event("note").put("text", text));
  }

  @Override
  public void reading(long doneBytes, long totalBytes) {
    progress.phase("inspect");
    progress.bytes(doneBytes, totalBytes);
  }

  @Override
  public void planned(PublishPlan plan, OptionalLong known) {
    rows = known.orElse(0);
    print(planEvent(plan));
    progress.phase("begin");
  }

  /** What {@code plan --json} prints, too. */
  static ObjectNode planEvent(PublishPlan plan) {
    PublishRequest request = plan.request();
    ObjectNode event =
        event("plan")
            .put("run_id", request.runId())
            .put("target", request.target().toString())
            .put("strategy", request.strategy().word())
            .put(
                "method",
                request.method() == dev.penstock.core.publish.LoadMethod.LOAD_JOB
                    ? "load-job"
                    : "streams");
    ArrayNode steps = event.putArray("steps");
    for (Step step : plan.steps()) {
      steps.addObject().put("kind", StepWords.kind(step)).put("table", step.table().toString());
    }
    texts(event, "reasons", plan.reasons());
    texts(event, "losses", plan.losses());
    texts(event, "warnings", plan.warnings());
    return event;
  }

  private static void texts(ObjectNode event, String name, List<String> values) {
    ArrayNode array = event.putArray(name);
    values.forEach(array::add);
  }

  @Override
  public void begins(int index, Step step) {
    progress.phase(StepWords.kind(step));
    print(step("step_begin", index, step));
  }

  @Override
  public void loaded(long rowsSoFar, long bytesSoFar) {
    progress.rows(rowsSoFar, rows, bytesSoFar);
  }

  @Override
  public void alreadyLoaded(long loadedRows) {
    print(
        event("note")
            .put(
                "text",
                "Already loaded by this run: "
                    + Quantities.rows(loadedRows)
                    + ", nothing is written"));
  }

  @Override
  public void ended(int index, Step step, Duration took) {
    print(step("step_end", index, step).put("ms", took.toMillis()));
  }

  private static ObjectNode step(String name, int index, Step step) {
    return event(name)
        .put("step", index)
        .put("kind", StepWords.kind(step))
        .put("table", step.table().toString());
  }

  @Override
  public void finished(PublishReport report) {
    progress.end();
    ObjectNode event =
        event("finished")
            .put("run_id", report.plan().request().runId())
            .put("target", report.plan().request().target().toString())
            .put("strategy", report.plan().request().strategy().word())
            .put("rows_read", report.rowsRead())
            .put("rows_loaded", report.rowsLoaded())
            .put("bytes_loaded", report.bytesLoaded())
            .put("already_loaded", report.alreadyLoaded())
            .put("inserted", report.inserted())
            .put("updated", report.updated())
            .put("unchanged", report.unchanged())
            .put("duplicates", report.duplicates())
            .put("bytes_billed", report.bytesBilled())
            .put("ms", report.took().toMillis());
    ArrayNode jobs = event.putArray("jobs");
    for (RunJob job : report.jobs()) {
      jobs.addObject()
          .put("what", job.what())
          .put("job_id", job.jobId())
          .put("ms", job.took().toMillis())
          .put("bytes_billed", job.bytesBilled());
    }
    texts(event, "warnings", report.warnings());
    print(event);
  }

  @Override
  public void failed(String message, ExitCode code) {
    progress.end();
    print(event("failed").put("exit_code", code.code()).put("message", message));
  }

  @Override
  public void close() {
    ticker.close();
  }
}
