package dev.penstock.core.publish;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.CopyJob;
import dev.penstock.core.job.JobEnd;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.job.QueryJob;
import dev.penstock.core.job.QueryResult;
import dev.penstock.core.load.LoadResult;
import dev.penstock.core.load.TableLoad;
import dev.penstock.core.table.LiveTable;
import dev.penstock.core.table.TableAdmin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Does single steps of one run. One owner thread. */
final class StepRunner {
  /** As long as the service lets a job run (QT-015). */
  private static final Duration JOB_BOUND = Duration.ofHours(6);

  private static final int ROWS_BETWEEN_CALLS = 4096;

  private final TableAdmin tables;
  private final Jobs jobs;
  private final Loads loads;
  private final RunJournal journal;
  private final RunListener listener;
  private final StagingTable staging;
  private final RunTally tally;
  private final TargetWatch others;
  private int repetition;
  private boolean commits;

  StepRunner(
      TableAdmin tables,
      Jobs jobs,
      Loads loads,
      RunJournal journal,
      RunListener listener,
      StagingTable staging,
      RunTally tally) {
    this.tables = tables;
    this.jobs = jobs;
    this.loads = loads;
    this.journal = journal;
    this.listener = listener;
    this.staging = staging;
    this.tally = tally;
    this.others = new TargetWatch(tables, tally.request());
  }

  /**
   * The id of a step's job. It follows from the run and from the place among its jobs, which does
   * not depend on whether the target had to be made or extended first: so a repeated append finds
   * that its rows are there.
   *
   * <p>A staged run that is repeated has a new staging table. Nothing that was loaded, counted or
   * published from the one before is adopted: its jobs get ids with the number of the repetition.
   */
  String jobId(int index, Step step) {
    if (!RunTally.hasJobId(step)) {
      return id(index, step);
    }
    if (repetition == 0) {
      repetition = unusedRepetition();
    }
    return repeated(id(index, step), repetition);
  }

  private String id(int index, Step step) {
    long place =
        tally.plan().steps().subList(0, index).stream().filter(RunTally::hasJobId).count() + 1;
    return "penstock_" + request().runId() + "_" + place + "_" + RunTally.word(step);
  }

  private static String repeated(String id, int repetition) {
    return repetition == 1 ? id : id + "_" + repetition;
  }

  private int unusedRepetition() {
    List<String> staged = new ArrayList<>();
    for (int i = 0; i < tally.plan().steps().size(); i++) {
      Step step = tally.plan().steps().get(i);
      boolean fills = step instanceof Step.LoadRows && step.isJob();
      if ((fills || step instanceof Step.CheckRows) && !step.table().equals(request().target())) {
        staged.add(id(i, step));
      }
    }
    int candidate = 1;
    while (isUsed(staged, candidate)) {
      candidate++;
    }
    return candidate;
  }

  private boolean isUsed(List<String> ids, int candidate) {
    return ids.stream()
        .anyMatch(
            id -> jobs.settle(repeated(id, candidate), location(), JOB_BOUND) != JobEnd.ABSENT);
  }

  @Nullable String location() {
    return journal.location().isEmpty() ? null : journal.location();
  }

  /** Whether rows were to be made readable when the last step failed, so that they may be. */
  boolean mayHaveCommitted() {
    return commits;
  }

  /**
   * Does a step.
   *
   * @param source stands at its first row; null when it has none
   */
  void run(int index, Step step, @Nullable RowCursor source) {
    staging.prolong();
    try {
      carryOut(index, step, source);
    } catch (IngestException e) {
      throw others.explained(step, e);
    }
  }

  private void carryOut(int index, Step step, @Nullable RowCursor source) {
    if (step instanceof Step.CreateTable create) {
      if (create.staging()) {
        staging.create(create);
      } else {
        LiveTable unused = tables.create(create.table(), create.spec(), create.labels(), null);
      }
    } else if (step instanceof Step.LoadRows load) {
      if (source != null) {
        load(index, load, source);
      }
    } else if (step instanceof Step.CheckRows check) {
      check(index, check);
    } else if (step instanceof Step.AddColumns add) {
      LiveTable unused = tables.addColumns(add.table(), add.columns());
    } else if (step instanceof Step.RelaxColumns relax) {
      LiveTable unused = tables.relaxColumns(relax.table(), relax.columns());
    } else if (step instanceof Step.CopyTable copy) {
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
      tally.published(step, jobs.run(job(index, step, query.sql())));
    } else if (step instanceof Step.DropTable drop) {
      tables.drop(drop.table());
      staging.dropped();
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

  private void load(int index, Step.LoadRows step, RowCursor source) {
    RowCursor rows = step.sequenced() ? new SequencedRows(source) : source;
    long count = 0;
    try (TableLoad load = loads.open(step, jobId(index, step))) {
      do {
        load.append(rows);
        count++;
        if (count % ROWS_BETWEEN_CALLS == 0) {
          listener.loaded(count);
          staging.prolong();
        }
      } while (rows.next());
      listener.loaded(count);
      staging.prolong();
      journal.commits(index);
      commits = true;
      LoadResult result = load.finish();
      if (result.rows() != count) {
        throw new IngestException(
            ErrorCode.INTERNAL,
            "The service stored "
                + result.rows()
                + " rows of "
                + count
                + " in "
                + step.table()
                + ". Load again.");
      }
      commits = false;
      tally.loaded(step, result);
    }
  }

  private void check(int index, Step.CheckRows step) {
    QueryResult result = jobs.query(job(index, step, step.sql()));
    List<@Nullable String> counts = result.rows().get(0);
    long rows = number(counts.get(0));
    if (rows != tally.rowsLoaded()) {
      throw new IngestException(
          ErrorCode.INTERNAL,
          "Table "
              + step.table()
              + " holds "
              + rows
              + " rows although "
              + tally.rowsLoaded()
              + " were loaded, so nothing is published. Load again; if it stays so, keep the job"
              + " ids of the run and ask the service's support.");
    }
    tally.checked(step, result.outcome(), step.key().isEmpty() ? rows : number(counts.get(1)));
  }

  private static long number(@Nullable String text) {
    if (text == null) {
      throw new IngestException(
          ErrorCode.INTERNAL, "A count came back as NULL. Load again, and report it.");
    }
    return Long.parseLong(text);
  }
}
