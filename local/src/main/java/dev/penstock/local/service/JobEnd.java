package dev.penstock.local.service;

import dev.penstock.local.catalog.ServiceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Writes the end of one job into the database, so that it is committed together with the job's
 * effect. One owner thread at a time.
 */
final class JobEnd {
  /** Of a load job and of a statement (QT-015, QT-019). */
  private static final Duration MAX_TIME = Duration.ofHours(6);

  private static final Duration MAX_SCRIPT_TIME = Duration.ofHours(24);

  private final Job job;
  private final InstantSource clock;
  private @Nullable JobOutcome written;
  private long endedMillis;

  JobEnd(Job job, InstantSource clock) {
    this.job = job;
    this.clock = clock;
  }

  /**
   * Writes a success inside the transaction of the job's effect.
   *
   * @throws ServiceException {@code stopped} when the job was cancelled, so that it has no effect
   */
  void write(Connection transaction, JobOutcome outcome) throws SQLException {
    check();
    endedMillis = clock.millis();
    JobRecords.insert(transaction, StoredJob.succeeded(job, outcome, endedMillis));
    written = outcome;
  }

  /**
   * Goes on.
   *
   * @throws ServiceException {@code stopped} when the job was cancelled, {@code timeout} when it
   *     runs for too long
   */
  void check() {
    job.cancellation().check();
    Duration limit = job.children() > 0 ? MAX_SCRIPT_TIME : MAX_TIME;
    boolean begun = job.startedMillis() > 0;
    if (begun && clock.millis() - job.startedMillis() > limit.toMillis()) {
      throw new ServiceException(
          400,
          "timeout",
          "Operation timed out after "
              + limit.toHours()
              + ".0 hours. Consider reducing the amount of work performed by your operation so that"
              + " it can complete within this limit.");
    }
  }

  /** When the job ended, as it is written; 0 before. */
  long endedMillis() {
    return endedMillis;
  }

  /** Whether the success is written. */
  boolean isWritten() {
    return written != null;
  }
}
