package dev.penstock.core.job;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A statement to run as a job. Immutable.
 *
 * @param jobId names the run: a second submission of the same id adopts the first (RT-069)
 * @param target the table that takes its rows; null when nothing but the caller does
 * @param location where the data lies; null lets the service decide
 * @param labels shown in the job history
 * @param timeout how long to wait; the job is cancelled afterwards
 * @param parameters texts by the names under which the statement asks for them
 */
public record QueryJob(
    String jobId,
    String sql,
    @Nullable JobTarget target,
    @Nullable String location,
    Map<String, String> labels,
    Duration timeout,
    Map<String, String> parameters)
    implements JobSpec {
  /** Copies the maps. */
  public QueryJob {
    labels = Map.copyOf(labels);
    parameters = Map.copyOf(parameters);
  }

  /** A statement without parameters. */
  public QueryJob(
      String jobId,
      String sql,
      @Nullable JobTarget target,
      @Nullable String location,
      Map<String, String> labels,
      Duration timeout) {
    this(jobId, sql, target, location, labels, timeout, Map.of());
  }

  /** A statement whose rows, if it has some, are the caller's. */
  public QueryJob(
      String jobId,
      String sql,
      @Nullable String location,
      Map<String, String> labels,
      Duration timeout) {
    this(jobId, sql, null, location, labels, timeout, Map.of());
  }
}
