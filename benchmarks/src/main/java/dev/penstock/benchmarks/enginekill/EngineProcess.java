package dev.penstock.benchmarks.enginekill;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.job.RestCalls;
import dev.penstock.core.load.JobLoad;
import dev.penstock.core.load.JobLoadOptions;
import dev.penstock.core.load.LoadJob;
import dev.penstock.core.load.TableLoad;
import dev.penstock.core.load.file.FileCodec;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSpec;
import dev.penstock.core.publish.ExistingTable;
import dev.penstock.core.publish.LoadMethod;
import dev.penstock.core.publish.OptionNames;
import dev.penstock.core.publish.PublishPlan;
import dev.penstock.core.publish.PublishPlanner;
import dev.penstock.core.publish.PublishReport;
import dev.penstock.core.publish.PublishRequest;
import dev.penstock.core.publish.PublishRun;
import dev.penstock.core.publish.RecoveredRun;
import dev.penstock.core.publish.RunJournals;
import dev.penstock.core.publish.RunListener;
import dev.penstock.core.publish.RunSource;
import dev.penstock.core.publish.Step;
import dev.penstock.core.publish.Strategy;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.PendingLoad;
import dev.penstock.core.write.StreamCommitter;
import dev.penstock.core.write.WriterOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The process that is killed: an append under a run id, as a command does it. It prints {@code go}
 * before its first call, {@code at POINT} where it was told to, and at its end {@code done LOADED
 * ALREADY}.
 */
public final class EngineProcess {
  static final String GO = "go";
  static final String DONE = "done ";

  private static final Duration BOUND = Duration.ofSeconds(30);
  private static final int MAX_STREAMS = 2;

  /** Several requests for each stream. */
  private static final int BATCH_BYTES = 4_096;

  private final Run run;
  private final BigQueryConnection connection;

  private EngineProcess(Run run, BigQueryConnection connection) {
    this.run = run;
    this.connection = connection;
  }

  /** Ends with 0 when the rows are in. */
  public static void main(String[] arguments) throws IOException {
    Run run = Run.of(arguments);
    Endpoint endpoint = new Endpoint.Emulator(URI.create(run.rest()), run.grpc());
    try (BigQueryConnection connection = BigQueryConnection.open(endpoint, "p", "penstock-bench")) {
      System.out.println(GO);
      PublishReport report = new EngineProcess(run, connection).load();
      System.out.println(DONE + report.rowsLoaded() + " " + report.alreadyLoaded());
    }
  }

  private PublishReport load() throws IOException {
    TableAdmin tables = new TableAdmin(connection, Time.SYSTEM);
    Jobs jobs =
        new Jobs(connection, new RestCalls(connection.rest(), Time.SYSTEM, BOUND), Time.SYSTEM);
    StreamCommitter committer = new StreamCommitter(connection, RetryBudget.RECOVERY, Time.SYSTEM);
    RunJournals journals = new RunJournals(run.journals(), "project p", Time.SYSTEM);
    List<RecoveredRun> unused = journals.recover(tables, jobs, committer);
    try (LineRows rows = new LineRows(run.rows())) {
      return new PublishRun(
              tables, jobs, this::open, committer, journals, RunListener.NONE, Time.SYSTEM)
          .run(plan(tables), new RunSource("rows", true, rows));
    }
  }

  private PublishPlan plan(TableAdmin tables) {
    Destination target = new Destination("p", "d", run.table());
    return PublishPlanner.plan(
        new PublishRequest(
            target,
            new Strategy.Append(),
            new TableSpec(LineRows.COLUMNS, List.of(), null, List.of()),
            tables.find(target).map(ExistingTable::of).orElse(null),
            run.method(),
            true,
            null,
            run.table()),
        new OptionNames("key", "order", "partition", "cluster"));
  }

  private TableLoad open(Step.LoadRows step, String jobId, Map<String, String> labels) {
    TableLoad load =
        step.method() == LoadMethod.STREAMS
            ? PendingLoad.open(
                connection,
                step.table(),
                WriterOptions.builder(false, "penstock:bench").maxBatchBytes(BATCH_BYTES).build(),
                MAX_STREAMS,
                Time.SYSTEM)
            : JobLoad.open(
                connection,
                step.table(),
                new LoadJob(jobId, labels, LoadJob.Disposition.APPEND, BOUND),
                JobLoadOptions.builder().codec(FileCodec.NONE).build(),
                Time.SYSTEM);
    return new TellingLoad(load, this::at);
  }

  private void at(Point here) {
    if (here != run.point()) {
      return;
    }
    System.out.println("at " + here);
    if (!run.stops()) {
      return;
    }
    try {
      // Nobody writes: it waits until it is killed, or until its parent is gone.
      int unused = System.in.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalStateException("not killed at " + here);
  }
}
