package dev.penstock.local.service;

import com.fasterxml.jackson.databind.JsonNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.sql.JobHistory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The jobs that are remembered, and the rows of the newest results. Thread-safe. */
public final class JobRegistry implements JobHistory {
  /** The service keeps ids for about six months (RT-069). */
  private static final int MAX_JOBS = 10_000;

  private static final long MAX_HELD_CELLS = 5_000_000;

  private record JobId(String project, String location, String id) {
    JobId {
      location = location.toUpperCase(Locale.ROOT);
    }
  }

  private record Held(Job job, long cells) {}

  private final Map<JobId, Job> jobs = new LinkedHashMap<>();
  private final Map<TableId, Job> anonymous = new LinkedHashMap<>();
  private final Queue<Held> held = new ArrayDeque<>();
  private long heldCells;

  /**
   * Takes a new job.
   *
   * @param hasAnonymousTable whether its rows can be read from a table that is no other table
   * @return a job that is forgotten for it; null for none
   * @throws ServiceException 409 duplicate for an id that was used before, by a failed job too
   *     (RT-069, RT-071)
   */
  synchronized @Nullable Job add(Job job, boolean hasAnonymousTable) {
    JobId key = new JobId(job.project(), job.location(), job.id());
    if (jobs.containsKey(key)) {
      throw ServiceException.duplicate(
          "Already Exists: Job " + job.project() + ":" + job.location() + "." + job.id());
    }
    jobs.put(key, job);
    if (hasAnonymousTable && job.destination() != null) {
      anonymous.put(job.destination(), job);
    }
    if (jobs.size() <= MAX_JOBS) {
      return null;
    }
    Job eldest = jobs.remove(jobs.keySet().iterator().next());
    if (eldest != null && eldest.destination() != null) {
      anonymous.remove(eldest.destination(), eldest);
    }
    return eldest;
  }

  /** Removes a job and, for a script, the jobs of its statements; those it removed. */
  synchronized List<Job> remove(Job job) {
    List<Job> removed = new ArrayList<>();
    for (Job other : list(job.project())) {
      JobParent parent = other.parent();
      if (other == job || (parent != null && parent.id().equals(job.id()))) {
        jobs.values().remove(other);
        anonymous.values().remove(other);
        removed.add(other);
      }
    }
    return removed;
  }

  /** Keeps the rows of the newest results, and lets go of older ones. */
  synchronized void keepRows(Job job, long cells) {
    if (cells == 0) {
      return;
    }
    held.add(new Held(job, cells));
    heldCells += cells;
    while (heldCells > MAX_HELD_CELLS && held.size() > 1) {
      Held oldest = held.remove();
      heldCells -= oldest.cells();
      oldest.job().expire();
    }
  }

  /** Finds a job; null for an unknown one. */
  synchronized @Nullable Job find(String project, String location, String id) {
    return jobs.get(new JobId(project, location, id));
  }

  /** Finds the job whose result an anonymous table is. */
  synchronized Optional<Job> findByResults(TableId table) {
    return Optional.ofNullable(anonymous.get(table));
  }

  /** The jobs of a project, the newest first. */
  synchronized List<Job> list(String project) {
    List<Job> found =
        new ArrayList<>(
            jobs.values().stream().filter(job -> job.project().equals(project)).toList());
    Collections.reverse(found);
    return found;
  }

  @Override
  public List<JobHistory.Entry> newest(String project, int max) {
    return list(project).stream().limit(max).map(JobRegistry::entry).toList();
  }

  private static JobHistory.Entry entry(Job job) {
    JsonNode configuration = job.configuration();
    Map<String, String> labels = new LinkedHashMap<>();
    configuration
        .path("labels")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    JsonNode query = configuration.path("query").path("query");
    return new JobHistory.Entry(
        job.id(),
        configuration.path("jobType").asText(),
        job.state().name(),
        job.createdMillis(),
        job.startedMillis(),
        job.endedMillis(),
        query.isTextual() ? query.asText() : null,
        job.destination(),
        labels,
        job.error().orElse(null),
        job.result());
  }
}
