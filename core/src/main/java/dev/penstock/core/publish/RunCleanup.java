package dev.penstock.core.publish;

import dev.penstock.core.job.JobEnd;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.LiveTable;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.write.StreamCommitter;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts things in order after a run that ended before its end. One owner thread. */
final class RunCleanup {
  private static final Logger LOG = LoggerFactory.getLogger(RunCleanup.class);

  private static final String RUN_LABEL = "run_id";

  /** How long a job that a dead run had begun is waited for. */
  private static final Duration JOB_BOUND = Duration.ofMinutes(10);

  private final TableAdmin tables;
  private final Jobs jobs;

  RunCleanup(TableAdmin tables, Jobs jobs) {
    this.tables = tables;
    this.jobs = jobs;
  }

  RecoveredRun after(DeadRun run, StreamCommitter committer) {
    RecoveredRun.End end = endOf(run, committer);
    if (end == RecoveredRun.End.PUBLISHED) {
      release(run.target(), run.staging(), run.runId());
    }
    dropStaging(run.staging(), run.runId(), run.attempt());
    if (run.createsTarget() && end == RecoveredRun.End.NOT_PUBLISHED && !run.begun().isEmpty()) {
      dropEmpty(run.target());
    }
    LOG.info("Cleaned up after run {} into {}: {}", run.runId(), run.target(), end);
    return new RecoveredRun(run.runId(), run.target(), end);
  }

  /** Every job is waited for: one that still runs could write after the cleaning. */
  private RecoveredRun.End endOf(DeadRun run, StreamCommitter committer) {
    RecoveredRun.End end =
        run.isPublished() ? RecoveredRun.End.PUBLISHED : RecoveredRun.End.NOT_PUBLISHED;
    for (Map.Entry<Integer, String> step : run.begun().entrySet()) {
      if (run.ended().contains(step.getKey())) {
        continue;
      }
      boolean publishes = step.getKey() == run.publishes();
      if (!step.getValue().isEmpty()) {
        String id = jobs.currentId(step.getValue(), run.location());
        JobEnd job = jobs.settle(id, run.location(), JOB_BOUND);
        if (publishes && job == JobEnd.SUCCEEDED) {
          end = RecoveredRun.End.PUBLISHED;
        }
      } else if (publishes && run.committing().contains(step.getKey())) {
        end = endOf(run.sent(), committer);
      }
    }
    return end;
  }

  private static RecoveredRun.End endOf(@Nullable SentRows sent, StreamCommitter committer) {
    if (sent == null) {
      return RecoveredRun.End.UNKNOWN;
    }
    return committer
        .find(sent.streams())
        .map(stream -> stream.committed() ? RecoveredRun.End.PUBLISHED : RecoveredRun.End.PREPARED)
        .orElse(RecoveredRun.End.UNKNOWN);
  }

  /** Drops a staging table, if it is one of this run and not of another with its id. */
  void dropStaging(Destination staging, String runId, String attempt) {
    Optional<LiveTable> live = tables.find(staging);
    if (live.isEmpty()) {
      return;
    }
    Map<String, String> labels = live.get().labels();
    String owner = labels.getOrDefault(PlanDraft.ATTEMPT_LABEL, attempt);
    if (runId.equals(labels.get(RUN_LABEL)) && (attempt.isEmpty() || owner.equals(attempt))) {
      tables.drop(staging);
    } else {
      LOG.warn("Table {} is not that of run {} by its labels, and stays", staging, runId);
    }
  }

  /**
   * A copy may hand labels and lifetime of the staging table on: the target would vanish by them.
   */
  void release(Destination target, Destination staging, String runId) {
    Optional<LiveTable> live = tables.find(target);
    if (live.isEmpty()) {
      return;
    }
    long lifetime = tables.find(staging).map(LiveTable::expirationMillis).orElse(0L);
    boolean marked =
        runId.equals(live.get().labels().get(RUN_LABEL))
            || (lifetime != 0 && lifetime == live.get().expirationMillis());
    if (marked) {
      Set<String> labels = new HashSet<>(PlanDraft.labels(runId).keySet());
      labels.add(PlanDraft.ATTEMPT_LABEL);
      LiveTable unused = tables.release(target, labels);
    }
  }

  /** Drops a target that the run made and put no rows in. */
  void dropEmpty(Destination target) {
    Optional<LiveTable> live = tables.find(target);
    if (live.isPresent() && live.get().rows() == 0 && !live.get().hasStreamingBuffer()) {
      tables.drop(target);
    }
  }
}
