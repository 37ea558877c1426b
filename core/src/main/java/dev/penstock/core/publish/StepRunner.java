package dev.penstock.core.publish;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.CopyJob;
import dev.penstock.core.job.JobOutcome;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.job.QueryJob;
import dev.penstock.core.job.QueryResult;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.model.TableSpec;
import dev.penstock.core.table.LiveTable;
import dev.penstock.core.table.TableAdmin;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Does single steps of one run. One owner thread. */
final class StepRunner {
  /** As long as the service lets a job run (QT-015). */
  static final Duration JOB_BOUND = Duration.ofSeconds(ServiceLimits.LOAD_SECONDS.value());

  private final TableAdmin tables;
  private final Jobs jobs;
  private final RunJobIds ids;
  private final StagingTable staging;
  private final RowTransfer transfer;
  private final RunTally tally;
  private final TargetWatch others;

  StepRunner(
      TableAdmin tables,
      Jobs jobs,
      RunJobIds ids,
      StagingTable staging,
      RowTransfer transfer,
      RunTally tally) {
    this.tables = tables;
    this.jobs = jobs;
    this.ids = ids;
    this.staging = staging;
    this.transfer = transfer;
    this.tally = tally;
    this.others = new TargetWatch(tables, tally.request());
  }

  /** The id of a step's job. */
  String jobId(int index, Step step) {
    return ids.of(index, step);
  }

  @Nullable String location() {
    return ids.location();
  }

  /** Whether rows were to be made readable when the last step failed, so that they may be. */
  boolean mayHaveCommitted() {
    return transfer.commits();
  }

  /**
   * Does a step.
   *
   * @param source stands at its first row; null when it has none
   */
  void run(int index, Step step, @Nullable RunSource source) {
    staging.prolong();
    try {
      carryOut(index, step, source);
    } catch (IngestException e) {
      throw others.explained(step, e);
    }
  }

  private void carryOut(int index, Step step, @Nullable RunSource source) {
    if (step instanceof Step.CreateTable create) {
      if (create.staging()) {
        staging.create(create);
      } else {
        TableSpec spec = create.spec();
        LiveTable unused =
            tables.create(
                create.table(), spec.withAttributes(spec.attributes().withLabels(create.labels())));
      }
    } else if (step instanceof Step.LoadRows load) {
      if (source != null) {
        transfer.run(index, jobId(index, load), load, source);
      }
    } else if (step instanceof Step.CheckRows check) {
      check(index, check);
    } else if (step instanceof Step.CheckRowCount check) {
      requireAll(check.table(), rowsOf(check.table()));
      tally.stored();
    } else if (step instanceof Step.AddColumns add) {
      LiveTable unused = tables.addColumns(add.table(), add.columns());
    } else if (step instanceof Step.RelaxColumns relax) {
      LiveTable unused = tables.relaxColumns(relax.table(), relax.columns());
    } else if (step instanceof Step.DropTable drop) {
      tables.drop(drop.table());
      staging.dropped();
    } else {
      publish(index, step);
    }
  }

  private void publish(int index, Step step) {
    if (step instanceof Step.CopyTable copy) {
      others.warnOfLosses(tally);
      tally.published(
          step,
          jobs.run(
              new CopyJob(
                  jobId(index, step), copy.from(), copy.table(), location(), labels(), JOB_BOUND)));
    } else if (step instanceof Step.ReleaseTable release) {
      new RunCleanup(tables, jobs).release(release.table(), release.from(), request().runId());
    } else if (step instanceof Step.RunQuery query) {
      others.warnOfLosses(tally);
      JobOutcome outcome = jobs.run(job(index, step, query.sql()));
      if (!tally.knowsKeys()) {
        tally.keys(Math.min(tally.rowsLoaded(), rowsOf(query.table())));
      }
      tally.published(step, outcome);
    } else {
      throw new AssertionError(step);
    }
  }

  private PublishRequest request() {
    return tally.request();
  }

  private QueryJob job(int index, Step step, String sql) {
    return new QueryJob(jobId(index, step), sql, location(), labels(), JOB_BOUND);
  }

  private Map<String, String> labels() {
    return PlanDraft.labels(request().runId());
  }

  private void check(int index, Step.CheckRows step) {
    QueryResult result = jobs.query(job(index, step, step.sql()));
    List<@Nullable String> counts = result.rows().get(0);
    long rows = number(counts.get(0));
    requireAll(step.table(), rows);
    tally.checked(step, result.outcome(), step.key().isEmpty() ? rows : number(counts.get(1)));
  }

  private void requireAll(Destination table, long rows) {
    if (rows != tally.rowsLoaded()) {
      throw new IngestException(
          ErrorCode.INTERNAL,
          "Table "
              + table
              + " holds "
              + rows
              + " rows although "
              + tally.rowsLoaded()
              + " were loaded, so nothing is published. Load again; if it stays so, keep the job"
              + " ids of the run and ask the service's support.");
    }
  }

  /** What the table tells of itself; exact but for rows of streams that lie in its buffer. */
  private long rowsOf(Destination table) {
    return tables.find(table).map(LiveTable::rows).orElse(0L);
  }

  private static long number(@Nullable String text) {
    if (text == null) {
      throw new IngestException(
          ErrorCode.INTERNAL, "A count came back as NULL. Load again, and report it.");
    }
    return Long.parseLong(text);
  }
}
