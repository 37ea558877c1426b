package dev.penstock.local.service;

import dev.penstock.local.catalog.ServiceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Writes the end of one job into the database, so that it is committed together with the job's
 * effect. One owner thread at a time.
 */
final class JobEnd {
  private final Job job;
  private final InstantSource clock;
  private @Nullable JobOutcome written;

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
    JobRecords.insert(transaction, StoredJob.succeeded(job, outcome, clock.millis()));
    written = outcome;
  }

  /**
   * Goes on.
   *
   * @throws ServiceException {@code stopped} when the job was cancelled
   */
  void check() {
    job.cancellation().check();
  }

  /** Whether the success is written. */
  boolean isWritten() {
    return written != null;
  }
}
