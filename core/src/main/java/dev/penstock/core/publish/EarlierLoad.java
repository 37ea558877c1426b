package dev.penstock.core.publish;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.JobEnd;
import dev.penstock.core.job.JobOutcome;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.table.LiveTable;
import dev.penstock.core.table.TableAdmin;
import java.util.Optional;

/**
 * Finds out whether a run was carried out before under its id. Only an append by a load job can
 * have been: its rows go straight into the target, and its job keeps what they were. Every other
 * run begins anew, whatever its id.
 */
final class EarlierLoad {
  /** The label of a load job that tells its rows from others. */
  static final String LABEL = "source";

  private final PublishPlan plan;
  private final TableAdmin tables;
  private final Jobs jobs;
  private final RunJobIds ids;

  EarlierLoad(PublishPlan plan, TableAdmin tables, Jobs jobs, RunJobIds ids) {
    this.plan = plan;
    this.tables = tables;
    this.jobs = jobs;
    this.ids = ids;
  }

  /**
   * The job that stored the rows already; empty when none did.
   *
   * @throws IngestException RUN_ID_USED when it stored others, or the table is gone since
   */
  Optional<JobOutcome> find(String fingerprint) {
    int index = plan.publishingStep();
    if (!(plan.steps().get(index) instanceof Step.LoadRows load) || !load.isJob()) {
      return Optional.empty();
    }
    String id = jobs.currentId(ids.of(index, load), ids.location());
    if (jobs.settle(id, ids.location(), StepRunner.JOB_BOUND) != JobEnd.SUCCEEDED) {
      return Optional.empty();
    }
    JobOutcome before = jobs.await(id, ids.location(), StepRunner.JOB_BOUND);
    if (!fingerprint.equals(before.labels().get(LABEL))) {
      throw refused(
          "loaded other rows before, or rows into another table or with other options: job " + id);
    }
    LiveTable live = tables.find(plan.request().target()).orElse(null);
    if (live == null || live.createdMillis() > before.endMillis()) {
      throw refused(
          "loaded these rows before by job "
              + id
              + ", and the table is gone"
              + (live == null ? "" : ": the one of its name was made later"));
    }
    return Optional.of(before);
  }

  private IngestException refused(String why) {
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
