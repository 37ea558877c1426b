package dev.penstock.core.publish;

import java.time.Duration;
import java.util.List;

/**
 * What a run did. Immutable.
 *
 * @param rowsRead rows that the source gave
 * @param rowsLoaded rows that the service acknowledged
 * @param bytesLoaded encoded bytes of those rows
 * @param alreadyLoaded rows that an earlier run of the same id had loaded: this one read and wrote
 *     nothing
 * @param inserted rows that the target has and had not
 * @param updated rows of the target that changed
 * @param unchanged keys of the source that the target held with equal values; 0 unless merged
 * @param duplicates rows of the source that lost against another of the same key
 * @param bytesBilled bytes that all queries are paid for
 */
public record PublishReport(
    PublishPlan plan,
    long rowsRead,
    long rowsLoaded,
    long bytesLoaded,
    long alreadyLoaded,
    long inserted,
    long updated,
    long unchanged,
    long duplicates,
    List<RunJob> jobs,
    long bytesBilled,
    List<String> warnings,
    Duration took) {
  /** Copies the lists. */
  public PublishReport {
    jobs = List.copyOf(jobs);
    warnings = List.copyOf(warnings);
  }

  /**
   * A job of the run.
   *
   * @param what what it did, in a word: load, copy, query, count
   * @param took how long it ran; a load: from its first row to its end
   */
  public record RunJob(String what, String jobId, Duration took, long bytesBilled) {}
}
