package dev.penstock.core.publish;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.encode.CreationTypes;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.job.RestCalls;
import dev.penstock.core.load.JobLoad;
import dev.penstock.core.load.JobLoadOptions;
import dev.penstock.core.load.ListCursor;
import dev.penstock.core.load.LoadJob;
import dev.penstock.core.load.TableLoad;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.model.TableSpec;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.RetrySchedule;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.PendingLoad;
import dev.penstock.core.write.StreamCommitter;
import dev.penstock.core.write.WriterOptions;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Runs of one user into one dataset of a local BigQuery. One owner thread. */
final class PublishFixture implements AutoCloseable {
  /** Numbers and texts, as a file has them. */
  static final SourceSchema PEOPLE =
      new SourceSchema(
          List.of(
              SourceField.of("id", ValueKind.LONG, true),
              SourceField.of("name", ValueKind.TEXT, true),
              SourceField.decimal("credit", true, 12, 2)));

  private static final WriterOptions OPTIONS =
      WriterOptions.builder(false, "penstock:test")
          .recovery(
              new RetryBudget(
                  RetrySchedule.exponential(Duration.ofMillis(20), Duration.ofMillis(100)), 3))
          .build();

  private static final AtomicInteger RUNS = new AtomicInteger();

  final BigQueryConnection connection;
  final TableAdmin tables;
  final Jobs jobs;
  private final StreamCommitter committer;

  /** Whether runs may be repeated under their ids. */
  boolean named;

  private final String project;
  private final String dataset;
  private final Path journals;

  PublishFixture(LocalBigQueryExtension bigQuery, String dataset, Path journals) {
    this.project = bigQuery.project();
    this.dataset = dataset;
    this.journals = journals;
    this.connection =
        BigQueryConnection.open(
            new Endpoint.Emulator(URI.create(bigQuery.restUrl()), bigQuery.grpcTarget()),
            project,
            "penstock-test/1");
    this.tables = new TableAdmin(connection, Time.SYSTEM);
    this.jobs =
        new Jobs(
            connection,
            new RestCalls(connection.rest(), Time.SYSTEM, Duration.ofSeconds(10)),
            Time.SYSTEM);
    this.committer = new StreamCommitter(connection, OPTIONS.recovery(), Time.SYSTEM);
  }

  Destination table(String name) {
    return new Destination(project, dataset, name);
  }

  RunJournals journals() {
    return new RunJournals(journals, "test " + project, Time.SYSTEM);
  }

  /** The columns that a table made for the rows has. */
  static TableSpec spec(SourceSchema schema, String... key) {
    return new TableSpec(
        new TableSchema(schema.fields().stream().map(CreationTypes::columnFor).toList()),
        List.of(key),
        null,
        List.of());
  }

  PublishPlan plan(String table, Strategy strategy, TableSpec spec, LoadMethod method) {
    return plan(table, strategy, spec, method, null);
  }

  PublishPlan plan(
      String table,
      Strategy strategy,
      TableSpec spec,
      LoadMethod method,
      @Nullable String newestBy) {
    return plan(table, strategy, spec, method, newestBy, "r" + RUNS.incrementAndGet());
  }

  PublishPlan plan(
      String table,
      Strategy strategy,
      TableSpec spec,
      LoadMethod method,
      @Nullable String newestBy,
      String runId) {
    return PublishPlanner.plan(
        new PublishRequest(
            table(table),
            strategy,
            spec,
            tables.find(table(table)).map(ExistingTable::of).orElse(null),
            method,
            true,
            newestBy,
            runId));
  }

  PublishReport run(PublishPlan plan, SourceSchema schema, ValueRow... rows) {
    return run(plan, this::open, RunListener.NONE, schema, rows);
  }

  PublishReport run(
      PublishPlan plan, Loads loads, RunListener listener, SourceSchema schema, ValueRow... rows) {
    return new PublishRun(tables, jobs, loads, committer, journals(), listener, Time.SYSTEM)
        .run(
            plan,
            new RunSource(
                "rows_" + Integer.toHexString(List.of(rows).hashCode()),
                named,
                new ListCursor(schema, List.of(rows))));
  }

  /** The load of a step, as a command opens it. */
  TableLoad open(Step.LoadRows step, String jobId, Map<String, String> labels) {
    return step.method() == LoadMethod.STREAMS
        ? PendingLoad.open(connection, step.table(), OPTIONS, Time.SYSTEM)
        : JobLoad.open(
            connection,
            step.table(),
            new LoadJob(jobId, labels, LoadJob.Disposition.APPEND, Duration.ofMinutes(1)),
            JobLoadOptions.defaults(),
            Time.SYSTEM);
  }

  List<RecoveredRun> recover() {
    return journals().recover(tables, jobs, committer);
  }

  @Override
  public void close() {
    connection.close();
  }
}
