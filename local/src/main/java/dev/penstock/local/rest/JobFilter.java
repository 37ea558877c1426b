package dev.penstock.local.rest;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.service.Job;
import dev.penstock.local.service.JobParent;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs jobs.list shows, and how (RT-079). Every job is the one user's. Immutable.
 *
 * @param states the states; none for all
 * @param parent the job whose children are shown; null for jobs that are no children
 * @param isFull whether configurations are shown
 */
record JobFilter(
    Set<Job.State> states,
    long minCreationMillis,
    long maxCreationMillis,
    @Nullable String parent,
    boolean isFull) {
  private static final List<String> PROJECTIONS = List.of("", "minimal", "full");

  static JobFilter of(Request request) {
    Set<Job.State> states = new HashSet<>();
    for (String state : request.query().getOrDefault("stateFilter", "").split(",", -1)) {
      if (!state.isEmpty()) {
        states.add(state(state));
      }
    }
    String projection = request.query().getOrDefault("projection", "").toLowerCase(Locale.ROOT);
    if (!PROJECTIONS.contains(projection)) {
      throw ServiceException.invalid("Invalid value for projection: " + projection);
    }
    return new JobFilter(
        states,
        request.number("minCreationTime", 0),
        request.number("maxCreationTime", Long.MAX_VALUE),
        request.query().get("parentJobId"),
        projection.equals("full"));
  }

  private static Job.State state(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "pending" -> Job.State.PENDING;
      case "running" -> Job.State.RUNNING;
      case "done" -> Job.State.DONE;
      default -> throw ServiceException.invalid("Invalid value for stateFilter: " + text);
    };
  }

  boolean matches(Job job) {
    JobParent of = job.parent();
    return Objects.equals(parent, of == null ? null : of.id())
        && (states.isEmpty() || states.contains(job.state()))
        && job.createdMillis() >= minCreationMillis
        && job.createdMillis() <= maxCreationMillis;
  }
}
