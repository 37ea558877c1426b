package dev.penstock.core.job;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a job that succeeded did, as its statistics tell. Immutable.
 *
 * @param location where it ran; null when the service did not say
 * @param labels those that it was submitted with
 * @param outputRows rows that a load or copy job stored; 0 for a query
 * @param inserted rows that a DML statement inserted
 * @param updated rows that a DML statement updated
 * @param deleted rows that a DML statement deleted
 * @param bytesProcessed bytes that a query read
 * @param bytesBilled bytes that a query is paid for; load and copy jobs are free
 * @param endMillis when it ended, in milliseconds since 1970
 * @param runTime how long the service worked on it
 */
public record JobOutcome(
    String jobId,
    @Nullable String location,
    Map<String, String> labels,
    long outputRows,
    long inserted,
    long updated,
    long deleted,
    long bytesProcessed,
    long bytesBilled,
    long endMillis,
    Duration runTime) {
  /** Copies the labels. */
  public JobOutcome {
    labels = Map.copyOf(labels);
  }
}
