package dev.penstock.core.load.run;

import dev.penstock.core.error.IngestException;
import dev.penstock.core.load.plan.CommitPlan;
import dev.penstock.core.load.plan.DestinationPlan;
import dev.penstock.core.load.plan.PlannedJob;
import dev.penstock.core.load.plan.Wave;
import dev.penstock.core.model.Destination;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out commits, one after another. A commit that fails leaves temporary tables and files
 * where they are, so that the same commit can be carried out again, in another process too: its
 * jobs have the same ids, and those that succeeded are adopted. One owner thread, which waits;
 * close it to end its threads.
 */
public final class CommitRun implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CommitRun.class);

  /** How long others may go on after an error of the machine. */
  private static final long FATAL_DRAIN_MILLIS = 30_000;

  private final JobPort jobs;
  private final CommitTables tables;
  private final StagedObjects objects;
  private final CommitJobs forms;
  private final CommitGauges gauges = new CommitGauges();
  private final DestinationExecutor executor;

  /** A run without threads yet. */
  public CommitRun(
      JobPort jobs, CommitTables tables, StagedObjects objects, CommitOptions options) {
    this.jobs = jobs;
    this.tables = tables;
    this.objects = objects;
    this.forms = new CommitJobs(options);
    this.executor =
        new DestinationExecutor(options.maxConcurrentDestinations(), gauges, FATAL_DRAIN_MILLIS);
  }

  /** What it is doing at the moment. */
  public CommitGauges gauges() {
    return gauges;
  }

  /**
   * Carries out a plan to its end. When a job fails nothing new is begun, every job that was
   * submitted is waited for, and the failure of the first table of the plan is thrown with the
   * others suppressed.
   */
  public CommitResult run(CommitPlan plan) {
    Map<Destination, DestinationWork> works = new LinkedHashMap<>();
    for (DestinationPlan each : plan.destinations()) {
      works.put(each.destination(), new DestinationWork(each.destination(), jobs, forms, gauges));
    }
    finish(
        executor.run(
            works.values().stream().<Runnable>map(work -> () -> work.prepare(tables)).toList(),
            true));
    for (Wave wave : plan.waves()) {
      run(wave, works);
    }
    List<String> leftovers = new CommitCleanup(tables, objects, executor).clean(plan);
    return new CommitResult(
        works.values().stream().map(DestinationWork::result).toList(), leftovers);
  }

  private void run(Wave wave, Map<Destination, DestinationWork> works) {
    LOG.debug("Commit wave: {} jobs to {}", wave.jobs().size(), wave.title());
    Map<DestinationWork, List<PlannedJob>> parts = new LinkedHashMap<>();
    for (PlannedJob job : wave.jobs()) {
      DestinationWork work = Objects.requireNonNull(works.get(job.destination()));
      parts.computeIfAbsent(work, unused -> new ArrayList<>()).add(job);
    }
    List<@Nullable IngestException> failures =
        executor.run(
            parts.entrySet().stream()
                .<Runnable>map(part -> () -> part.getKey().submit(part.getValue()))
                .toList(),
            true);
    // Also after a failure: a job that was submitted runs on, whoever waits for it.
    List<@Nullable IngestException> ends =
        executor.run(parts.keySet().stream().<Runnable>map(work -> work::await).toList(), false);
    for (int i = 0; i < ends.size(); i++) {
      failures.set(i, joined(failures.get(i), ends.get(i)));
    }
    finish(failures);
  }

  private static @Nullable IngestException joined(
      @Nullable IngestException first, @Nullable IngestException second) {
    if (first == null) {
      return second;
    }
    if (second != null) {
      first.addSuppressed(second);
    }
    return first;
  }

  private static void finish(List<@Nullable IngestException> failures) {
    IngestException primary = null;
    for (IngestException failure : failures) {
      primary = joined(primary, failure);
    }
    if (primary != null) {
      throw primary;
    }
  }

  @Override
  public void close() {
    executor.close();
  }
}
