package dev.penstock.core.job;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A job that the service has. Immutable.
 *
 * @param jobId the id that it runs under: with a number where runs before it failed
 * @param location where it runs; null when the service did not say
 */
public record SubmittedJob(String jobId, @Nullable String location) {
  /** Checks the id. */
  public SubmittedJob {
    Objects.requireNonNull(jobId, "jobId");
  }
}
