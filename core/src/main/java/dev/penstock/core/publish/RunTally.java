package dev.penstock.core.publish;

import dev.penstock.core.job.JobOutcome;
import dev.penstock.core.load.LoadResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts what a run does. One owner thread. */
final class RunTally {
  private final PublishPlan plan;
  private final List<PublishReport.RunJob> jobs = new ArrayList<>();
  private final List<String> warnings;
  private @Nullable String loadJobId;
  private long rowsRead;
  private long rowsLoaded;
  private long bytesLoaded;
  private long alreadyLoaded;
  private boolean keysKnown;
  private long keys;
  private long inserted;
  private long updated;
  private long unchanged;
  private long bytesBilled;

  RunTally(PublishPlan plan) {
    this.plan = plan;
    this.warnings = new ArrayList<>(plan.warnings());
  }

  /** What a step does, in a word. */
  static String word(Step step) {
    if (step instanceof Step.LoadRows) {
      return "load";
    }
    if (step instanceof Step.CheckRows) {
      return "count";
    }
    if (step instanceof Step.CopyTable) {
      return "copy";
    }
    return step instanceof Step.RunQuery ? "publish" : "table";
  }

  /** Whether jobs of such steps are told apart by number. */
  static boolean hasJobId(Step step) {
    return step.isJob() || step instanceof Step.LoadRows || step instanceof Step.CheckRows;
  }

  PublishPlan plan() {
    return plan;
  }

  PublishRequest request() {
    return plan.request();
  }

  long rowsLoaded() {
    return rowsLoaded;
  }

  void warn(String warning) {
    warnings.add(warning);
  }

  /** The source gave so many rows. */
  void read(long rows) {
    rowsRead = rows;
  }

  /** An earlier run of the same id had stored the rows. */
  void alreadyLoaded(Step step, EarlierLoad.Found found) {
    alreadyLoaded = found.rows();
    JobOutcome job = found.job();
    if (job != null) {
      add(step, job);
    }
  }

  void loaded(Step.LoadRows step, LoadResult result) {
    rowsLoaded = result.rows();
    bytesLoaded = result.bytes();
    loadJobId = result.jobId();
    if (loadJobId != null && rowsLoaded > 0 && bytesLoaded == 0) {
      warn(
          "job "
              + loadJobId
              + " of an earlier run with this id had stored as many rows already: none were stored"
              + " again");
    }
    if (step.table().equals(request().target())) {
      keys(rowsLoaded);
      inserted = rowsLoaded;
    }
  }

  /** The step took so long; what a load took says nobody else, since its rows come as it runs. */
  void ended(Step step, Duration took) {
    if (step instanceof Step.LoadRows && loadJobId != null) {
      jobs.add(new PublishReport.RunJob(word(step), loadJobId, took, 0));
    }
  }

  /** The staging table holds every row; how many of them win shows when they are published. */
  void stored() {
    if (request().desired().primaryKey().isEmpty()) {
      keys(rowsLoaded);
    }
  }

  /** Whether it is known how many rows will not lose against others. */
  boolean knowsKeys() {
    return keysKnown;
  }

  void keys(long winners) {
    keysKnown = true;
    keys = winners;
  }

  /** The staging table holds every row, and so many that will not lose against others. */
  void checked(Step step, JobOutcome outcome, long winners) {
    add(step, outcome);
    keys(winners);
  }

  void published(Step step, JobOutcome outcome) {
    add(step, outcome);
    if (request().strategy() instanceof Strategy.Merge && request().live() != null) {
      inserted = outcome.inserted();
      updated = outcome.updated();
      unchanged = keys - inserted - updated;
      if (unchanged < 0) {
        unchanged = 0;
        warn(
            "more rows changed than the source has keys: several rows of the target have one key,"
                + " and all of them got the same values");
      }
    } else {
      inserted = keys;
    }
  }

  private void add(Step step, JobOutcome outcome) {
    jobs.add(
        new PublishReport.RunJob(
            word(step), outcome.jobId(), outcome.runTime(), outcome.bytesBilled()));
    bytesBilled += outcome.bytesBilled();
  }

  PublishReport report(Duration took) {
    return new PublishReport(
        plan,
        rowsRead,
        rowsLoaded,
        bytesLoaded,
        alreadyLoaded,
        inserted,
        updated,
        unchanged,
        rowsLoaded - keys,
        jobs,
        bytesBilled,
        warnings,
        took);
  }
}
