package dev.penstock.core.write;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.Time;

/**
 * Makes rows of buffered streams readable, up to positions that their writers gave. A position may
 * be committed any number of times, by anybody, in any order. One owner thread, which waits for the
 * service.
 */
public final class StreamCommitter {

  /**
   * A committer.
   *
   * @param recovery how often a commit is tried again that may succeed later
   */
  public StreamCommitter(BigQueryConnection connection, RetryBudget recovery, Time time) {
    throw new UnsupportedOperationException();
  }

  /**
   * Makes every row before the position readable; returns once the service said so.
   *
   * @throws dev.penstock.core.error.IngestException when the service refuses, or may succeed later
   *     but the retries are used up
   */
  public void commit(StreamPosition position) {
    throw new UnsupportedOperationException(position.toString());
  }
}
