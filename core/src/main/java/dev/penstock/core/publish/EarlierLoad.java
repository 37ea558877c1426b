package dev.penstock.core.publish;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.JobEnd;
import dev.penstock.core.job.JobOutcome;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.table.LiveTable;
import dev.penstock.core.table.TableAdmin;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a run was carried out before under its id. Only an append can have been: its
 * rows go straight into the target, by a load job that keeps what they were, or by streams that the
 * journal keeps. Every other run begins anew, whatever its id.
 */
final class EarlierLoad {
  /** The label of a load job that tells its rows from others. */
  static final String LABEL = "source";

  private final PublishPlan plan;
  private final TableAdmin tables;
  private final Jobs jobs;
  private final RunJobIds ids;
  private final EarlierStreams streams;

  EarlierLoad(
      PublishPlan plan, TableAdmin tables, Jobs jobs, RunJobIds ids, EarlierStreams streams) {
    this.plan = plan;
    this.tables = tables;
    this.jobs = jobs;
    this.ids = ids;
    this.streams = streams;
  }

  /**
   * An append that was done.
   *
   * @param job that stored the rows; null when streams did
   */
  record Found(long rows, @Nullable JobOutcome job) {}

  /**
   * What stored the rows already; empty when nothing did.
   *
   * @throws IngestException RUN_ID_USED when it stored others, or the table is gone since
   */
  Optional<Found> find(String fingerprint) {
    int index = plan.publishingStep();
    if (!(plan.steps().get(index) instanceof Step.LoadRows load)) {
      return Optional.empty();
    }
    OptionalLong streamed = streams.find(fingerprint);
    return streamed.isPresent()
        ? Optional.of(new Found(streamed.getAsLong(), null))
        : findJob(ids.of(index, load), fingerprint);
  }

  /** Whatever way the rows go now, they may have gone by a job. */
  private Optional<Found> findJob(String firstId, String fingerprint) {
    String id = jobs.currentId(firstId, ids.location());
    if (jobs.settle(id, ids.location(), StepRunner.JOB_BOUND) != JobEnd.SUCCEEDED) {
      return Optional.empty();
    }
    JobOutcome before = jobs.await(id, ids.location(), StepRunner.JOB_BOUND);
    if (!fingerprint.equals(before.labels().get(LABEL))) {
      throw refused(
          plan,
          "loaded other rows before, or rows into another table or with other options: job " + id);
    }
    Optional<LiveTable> live = tables.find(plan.request().target());
    if (live.isEmpty() || live.get().createdMillis() > before.endMillis()) {
      throw refused(
          plan, "loaded these rows before by job " + id + ", " + tableGone(live.isPresent()));
    }
    return Optional.of(new Found(before.outputRows(), before));
  }

  static String tableGone(boolean another) {
    return "and the table is gone" + (another ? ": the one of its name was made later" : "");
  }

  static IngestException refused(PublishPlan plan, String why) {
    return new IngestException(
        ErrorCode.RUN_ID_USED,
        "Run "
            + plan.request().runId()
            + " into "
            + plan.request().target()
            + " is refused: a run of this id "
            + why
            + ". Nothing was changed. Give this run an id of its own.");
  }
}
