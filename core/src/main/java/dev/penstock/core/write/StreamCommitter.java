package dev.penstock.core.write;

import dev.penstock.core.append.FinishedStreams;
import dev.penstock.core.append.FoundStream;
import dev.penstock.core.append.WriteStreams;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.Time;
import java.util.Optional;

/**
 * Makes rows of streams readable: of buffered ones up to positions that their writers gave, of
 * pending ones all. Each may be committed any number of times, by anybody, in any order.
 * Thread-safe; a commit waits on the caller's thread.
 */
public final class StreamCommitter {
  private final WriteStreams streams;
  private final TableAdmin tables;

  /**
   * A committer.
   *
   * @param recovery how often a commit is tried again that may succeed later
   */
  public StreamCommitter(BigQueryConnection connection, RetryBudget recovery, Time time) {
    this.streams = new WriteStreams(connection, recovery, time);
    this.tables = new TableAdmin(connection, time);
  }

  /**
   * Makes every row before the position readable; returns once the service said so. A position of
   * which all rows are readable already is a success.
   *
   * @throws dev.penstock.core.error.IngestException when the service refuses, or may succeed later
   *     but the retries are used up
   */
  public void commit(StreamPosition position) {
    if (position.nextOffset() > 0) {
      streams.flush(
          position.stream(),
          position.nextOffset() - 1,
          StreamIncident.committing(tables, position.destination()));
    }
  }

  /**
   * Makes all rows of finished streams readable, all or none; returns once the service said so.
   * Streams that are committed already are a success.
   *
   * @throws dev.penstock.core.error.IngestException when the service refuses; a retriable code
   *     leaves open whether the rows are stored: commit the same streams again
   */
  public void commit(FinishedStreams finished) {
    Destination destination = finished.destination();
    streams.commit(destination, finished.streams(), StreamIncident.committing(tables, destination));
  }

  /**
   * What the service tells of finished streams; empty when it does not know them any more. They are
   * committed together, so the first speaks for all.
   *
   * @throws dev.penstock.core.error.IngestException when the service does not tell
   */
  public Optional<FoundStream> find(FinishedStreams finished) {
    return streams.find(finished.streams().get(0));
  }
}
