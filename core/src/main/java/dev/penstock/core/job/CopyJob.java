package dev.penstock.core.job;

import dev.penstock.core.model.Destination;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A copy of one table over another: rows, schema and key of the target become those of the source
 * in one step, and an absent target is created. It does not see rows that still lie in the
 * streaming buffer of the source (RT-123), and once started it cannot be stopped (RT-121).
 * Immutable.
 *
 * @param jobId names the run: a second submission of the same id adopts the first (RT-069)
 * @param location where the data lies; null lets the service decide
 * @param labels shown in the job history
 * @param timeout how long to wait
 */
public record CopyJob(
    String jobId,
    Destination source,
    Destination target,
    @Nullable String location,
    Map<String, String> labels,
    Duration timeout)
    implements JobSpec {
  /** Copies the labels. */
  public CopyJob {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(target, "target");
    labels = Map.copyOf(labels);
  }
}
