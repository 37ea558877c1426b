package dev.penstock.core.job;

import dev.penstock.core.model.Destination;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A copy of tables into one, in one step; several sources have the same columns (RT-117). It does
 * not see rows that still lie in the streaming buffer of a source (RT-123), and once started it
 * cannot be stopped (RT-121). Immutable.
 *
 * @param jobId names the run: a second submission of the same id adopts the first (RT-069)
 * @param sources 1 to 1,200 tables (QT-017)
 * @param target the table and how it is written
 * @param location where the data lies; null lets the service decide
 * @param labels shown in the job history
 * @param timeout how long to wait
 */
public record CopyJob(
    String jobId,
    List<Destination> sources,
    JobTarget target,
    @Nullable String location,
    Map<String, String> labels,
    Duration timeout)
    implements JobSpec {
  /** Copies the collections. */
  public CopyJob {
    sources = List.copyOf(sources);
    Objects.requireNonNull(target, "target");
    labels = Map.copyOf(labels);
  }

  /**
   * A copy of one table over another: rows, schema and key of the target become those of the
   * source, and an absent target is created.
   */
  public CopyJob(
      String jobId,
      Destination source,
      Destination target,
      @Nullable String location,
      Map<String, String> labels,
      Duration timeout) {
    this(
        jobId,
        List.of(source),
        JobTarget.fresh(target, null, List.of()),
        location,
        labels,
        timeout);
  }
}
