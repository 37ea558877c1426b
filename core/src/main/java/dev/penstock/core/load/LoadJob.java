package dev.penstock.core.load;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * The identity of one load job and what it does to its table. Immutable.
 *
 * @param jobId names the run: rows of an id that succeeded before are not stored again (RT-069)
 * @param labels shown in the job history
 * @param disposition what the table may hold already
 * @param timeout how long the job may take once all rows are with the service
 */
public record LoadJob(
    String jobId, Map<String, String> labels, Disposition disposition, Duration timeout) {
  /** What a load job does with rows that the table holds. */
  public enum Disposition {
    /** Rows are added to those that are there. */
    APPEND,
    /** The job fails when the table holds rows. */
    EMPTY
  }

  /** Copies the labels. */
  public LoadJob {
    Objects.requireNonNull(jobId, "jobId");
    Objects.requireNonNull(disposition, "disposition");
    Objects.requireNonNull(timeout, "timeout");
    labels = Map.copyOf(labels);
  }
}
