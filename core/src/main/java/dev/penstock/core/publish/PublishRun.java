package dev.penstock.core.publish;

import dev.penstock.core.connection.Failures;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.JobEnd;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.StreamCommitter;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out plans. One owner thread, which waits for the service. */
public final class PublishRun {
  private static final Logger LOG = LoggerFactory.getLogger(PublishRun.class);

  /** How long the job of a failed step is waited for before its tables are dropped. */
  private static final Duration JOB_BOUND = Duration.ofMinutes(2);

  private final TableAdmin tables;
  private final Jobs jobs;
  private final Loads loads;
  private final StreamCommitter committer;
  private final RunJournals journals;
  private final RunListener listener;
  private final Time time;

  /**
   * A way to carry out plans.
   *
   * @param loads how rows travel
   * @param committer of streams that an earlier run of the same id left
   */
  public PublishRun(
      TableAdmin tables,
      Jobs jobs,
      Loads loads,
      StreamCommitter committer,
      RunJournals journals,
      RunListener listener,
      Time time) {
    this.tables = tables;
    this.jobs = jobs;
    this.loads = loads;
    this.committer = committer;
    this.journals = journals;
    this.listener = listener;
    this.time = time;
  }

  /**
   * Carries out a plan. Nothing is created before the source gave its first row, and an append that
   * an earlier run of the same id did is not done again. When a step fails, the rows of the target
   * are as before and the staging table is dropped; where that cannot be done, the journal stays,
   * and the next run does it.
   *
   * @throws IngestException EMPTY_SOURCE when a source without rows was to replace the target and
   *     may not; RUN_ID_USED when an append of this id stored other rows before; else what the
   *     failed step met
   */
  public PublishReport run(PublishPlan plan, RunSource source) {
    long start = time.nanos();
    RunTally tally = new RunTally(plan);
    boolean empty = !source.rows().next();
    if (empty && !mayEmpty(plan)) {
      tally.warn("the source has no rows: nothing was done");
    } else {
      load(tally, source, empty);
    }
    return tally.report(Duration.ofNanos(time.nanos() - start));
  }

  private void load(RunTally tally, RunSource source, boolean empty) {
    PublishPlan plan = tally.plan();
    String location = tables.location(plan.request().target());
    RunJobIds ids = new RunJobIds(plan, jobs, location.isEmpty() ? null : location);
    EarlierStreams streams = new EarlierStreams(plan, tables, journals, committer);
    Optional<EarlierLoad.Found> before =
        new EarlierLoad(plan, tables, jobs, ids, streams).find(source.fingerprint());
    if (before.isPresent()) {
      tally.alreadyLoaded(plan.steps().get(plan.publishingStep()), before.get());
      listener.alreadyLoaded(before.get().rows());
      return;
    }
    try (RunJournal journal = journals.begin(plan, ids.location())) {
      StagingTable staging = new StagingTable(tables, time, plan.request(), journal.attempt());
      RowTransfer transfer = new RowTransfer(tables, loads, journal, listener, staging, tally);
      StepRunner runner = new StepRunner(tables, jobs, ids, staging, transfer, tally);
      carryOut(tally, empty ? null : source, runner, journal);
      journal.done();
    }
  }

  private static boolean mayEmpty(PublishPlan plan) {
    if (!(plan.request().strategy() instanceof Strategy.Replace replace)) {
      return false;
    }
    if (!replace.emptyAllowed()) {
      throw new IngestException(
          ErrorCode.EMPTY_SOURCE,
          "The source has no rows, and to replace "
              + plan.request().target()
              + " by it would leave an empty table. Nothing was changed. Check the source, or allow"
              + " an empty one.");
    }
    return true;
  }

  private void carryOut(
      RunTally tally, @Nullable RunSource source, StepRunner runner, RunJournal journal) {
    PublishPlan plan = tally.plan();
    for (int index = 0; index < plan.steps().size(); index++) {
      Step step = plan.steps().get(index);
      long start = time.nanos();
      try {
        listener.begins(index, step);
        journal.begins(index, step, runner.jobId(index, step));
        runner.run(index, step, source);
        journal.ended(index);
        Duration took = Duration.ofNanos(time.nanos() - start);
        tally.ended(step, took);
        listener.ended(index, step, took);
      } catch (RuntimeException e) {
        throw Failures.isServerGone(e)
            ? leftToTheNext(e, null)
            : afterFailure(plan, index, runner, journal, e);
      }
    }
  }

  /** Leaves things as they were, as far as that is possible; never hides why the step failed. */
  private RuntimeException afterFailure(
      PublishPlan plan, int index, StepRunner runner, RunJournal journal, RuntimeException why) {
    // The waits below would end at once on an interrupted thread.
    boolean interrupted = Thread.interrupted();
    RuntimeException told = why;
    try {
      boolean published = index > plan.publishingStep();
      Step step = plan.steps().get(index);
      if (step.isJob() && succeededAllTheSame(step, runner.jobId(index, step), runner, why)) {
        published = index == plan.publishingStep();
        if (published && why instanceof IngestException e) {
          told =
              new IngestException(
                  e.code(),
                  e.getMessage()
                      + " Its job succeeded all the same: "
                      + plan.request().target()
                      + " holds the rows of the run.",
                  e);
        }
      }
      RunCleanup cleanup = new RunCleanup(tables, jobs);
      if (published) {
        cleanup.release(plan.request().target(), plan.request().staging(), plan.request().runId());
      }
      cleanup.dropStaging(plan.request().staging(), plan.request().runId(), journal.attempt());
      // The service tells late that a table has rows of streams.
      boolean unknown = mayBeReadable(step, runner, why);
      if (plan.createsTarget() && !published && !unknown) {
        cleanup.dropEmpty(plan.request().target());
      }
      told = afterCleaning(journal, unknown, plan.request().runId(), told);
    } catch (IngestException e) {
      LOG.debug("Run {} cannot be cleaned up after: {}", plan.request().runId(), e.getMessage());
      told = leftToTheNext(told, e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return told;
  }

  /**
   * Whether rows of streams may be readable all the same: not where the service refused the streams
   * themselves, which were not committed then by an attempt without an answer either.
   */
  private static boolean mayBeReadable(Step step, StepRunner runner, RuntimeException why) {
    boolean refused = why instanceof IngestException e && e.code() == ErrorCode.STREAM_UNUSABLE;
    return !step.isJob() && runner.mayHaveCommitted() && !refused;
  }

  /** Ends the journal, or leaves it to a repetition; gives the failure that says so. */
  private static RuntimeException afterCleaning(
      RunJournal journal, boolean unknown, String runId, RuntimeException why) {
    if (!unknown || !journal.holdsStreams()) {
      journal.remove();
      return why;
    }
    journal.keep();
    return why instanceof IngestException e
        ? new IngestException(
            e.code(),
            e.getMessage() + " A repetition under the run id " + runId + " finds out by itself.",
            e)
        : why;
  }

  /**
   * The failure of a run that leaves things behind.
   *
   * @param cleaning why they stay; null when it is why the run failed
   */
  private static RuntimeException leftToTheNext(
      RuntimeException why, @Nullable IngestException cleaning) {
    if (cleaning != null) {
      why.addSuppressed(cleaning);
    }
    if (!(why instanceof IngestException told)) {
      return why;
    }
    String end =
        cleaning == null || Failures.isServerGone(cleaning)
            ? "."
            : ", since that failed now: " + cleaning.getMessage();
    return new IngestException(
        told.code(), told.getMessage() + " The next run cleans up after this one" + end, told);
  }

  /** Waits for a job whose end was not seen. */
  private boolean succeededAllTheSame(
      Step step, String jobId, StepRunner runner, RuntimeException why) {
    ErrorCode code = why instanceof IngestException e ? e.code() : ErrorCode.INTERNAL;
    if (!mayStillRun(code)) {
      return false;
    }
    String current = jobs.currentId(jobId, runner.location());
    if (code == ErrorCode.INTERRUPTED && !(step instanceof Step.CopyTable)) {
      jobs.cancel(current, runner.location());
    }
    return jobs.settle(current, runner.location(), JOB_BOUND) == JobEnd.SUCCEEDED;
  }

  private static boolean mayStillRun(ErrorCode code) {
    return code == ErrorCode.TIMEOUT
        || code == ErrorCode.INTERRUPTED
        || code == ErrorCode.UNAVAILABLE;
  }
}
