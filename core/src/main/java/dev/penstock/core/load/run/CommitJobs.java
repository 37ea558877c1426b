package dev.penstock.core.load.run;

import dev.penstock.core.job.CopyJob;
import dev.penstock.core.job.JobSpec;
import dev.penstock.core.job.JobTarget;
import dev.penstock.core.job.LoadFilesJob;
import dev.penstock.core.job.QueryJob;
import dev.penstock.core.load.plan.PlannedJob;
import java.time.Duration;
import java.util.List;

/** Planned jobs as the service takes them. Immutable. */
final class CommitJobs {
  private final CommitOptions options;

  CommitJobs(CommitOptions options) {
    this.options = options;
  }

  Duration timeout() {
    return options.jobTimeout();
  }

  JobSpec of(PlannedJob job, CommitTarget target) {
    if (job instanceof PlannedJob.Load load) {
      return new LoadFilesJob(
          load.jobId(),
          load.uris(),
          load.group().format(),
          targetOf(job, target),
          target.schema(),
          target.location(),
          options.labels(),
          options.jobTimeout());
    }
    if (job instanceof PlannedJob.Copy copy) {
      return new CopyJob(
          copy.jobId(),
          copy.sources(),
          targetOf(job, target),
          target.location(),
          options.labels(),
          options.jobTimeout());
    }
    if (job instanceof PlannedJob.Query query) {
      return new QueryJob(
          query.jobId(),
          query.sql(),
          targetOf(job, target),
          target.location(),
          options.labels(),
          options.jobTimeout());
    }
    throw new AssertionError(job);
  }

  /** Sources of a copy have the layout of the table that they end in (RT-117). */
  private static JobTarget targetOf(PlannedJob job, CommitTarget target) {
    if (job instanceof PlannedJob.Copy) {
      return job.isTemporary()
          ? JobTarget.fresh(job.target(), null, List.of())
          : JobTarget.existing(job.target(), job.disposition());
    }
    return job.isTemporary()
        ? JobTarget.fresh(job.target(), target.partition(), target.clusterBy())
        : new JobTarget(job.target(), job.disposition(), false, target.changes(), null, List.of());
  }
}
