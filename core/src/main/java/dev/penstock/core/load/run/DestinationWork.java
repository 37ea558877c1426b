package dev.penstock.core.load.run;

import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.JobOutcome;
import dev.penstock.core.job.SubmittedJob;
import dev.penstock.core.load.plan.PlannedJob;
import dev.penstock.core.model.Destination;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What was done so far for one table of a commit. One thread at a time. */
final class DestinationWork {
  private final Destination destination;
  private final JobPort jobs;
  private final CommitJobs forms;
  private final CommitGauges gauges;
  private final List<Submitted> running = new ArrayList<>();
  private final List<String> ids = new ArrayList<>();
  private @Nullable CommitTarget target;
  private long rows;
  private long bytes;

  DestinationWork(Destination destination, JobPort jobs, CommitJobs forms, CommitGauges gauges) {
    this.destination = destination;
    this.jobs = jobs;
    this.forms = forms;
    this.gauges = gauges;
  }

  private record Submitted(PlannedJob planned, SubmittedJob job) {}

  void prepare(CommitTables tables) {
    target = tables.prepare(destination);
  }

  /** Submits jobs in their order, up to the first that fails. */
  void submit(List<PlannedJob> planned) {
    CommitTarget ready = Objects.requireNonNull(target, "target");
    for (PlannedJob each : planned) {
      SubmittedJob job = jobs.submit(forms.of(each, ready));
      running.add(new Submitted(each, job));
      ids.add(job.jobId());
      if (each instanceof PlannedJob.Load) {
        gauges.loadSubmitted();
      }
    }
  }

  /** Waits for all that were submitted, also for those behind one that failed. */
  void await() {
    IngestException primary = null;
    for (Submitted each : running) {
      try {
        note(each.planned(), jobs.await(each.job(), forms.timeout()));
      } catch (IngestException e) {
        if (primary == null) {
          primary = e;
        } else {
          primary.addSuppressed(e);
        }
      }
    }
    running.clear();
    if (primary != null) {
      throw primary;
    }
  }

  private void note(PlannedJob planned, JobOutcome outcome) {
    if (planned instanceof PlannedJob.Load load) {
      rows += outcome.outputRows();
      bytes += load.bytes();
    }
  }

  TableCommit result() {
    return new TableCommit(destination, rows, bytes, ids);
  }
}
