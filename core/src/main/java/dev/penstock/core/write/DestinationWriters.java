package dev.penstock.core.write;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.Time;

/**
 * The writers of one task, one a destination, sharing one bound of bytes in flight. One owner
 * thread; nothing here waits for the network except table metadata calls, whose waits are bounded.
 */
public final class DestinationWriters implements AutoCloseable {

  /** An empty set of writers. */
  public DestinationWriters(
      BigQueryConnection connection, WriterOptions options, WriteMetrics metrics, Time time) {
    throw new UnsupportedOperationException();
  }

  /** The writer of a destination, made on first use; later calls ignore the policy. */
  public TableWriter writerFor(Destination destination, TablePolicy policy) {
    throw new UnsupportedOperationException();
  }

  /** Whether another row may be appended without passing the bound of bytes in flight. */
  public boolean hasRoom() {
    throw new UnsupportedOperationException();
  }

  /** Bytes appended and not yet acknowledged or rejected. */
  public long unacknowledgedBytes() {
    throw new UnsupportedOperationException();
  }

  /** Sends what is buffered and lets due retries go. Does not wait for answers. */
  public void flush() {
    throw new UnsupportedOperationException();
  }

  /**
   * Hands over what became of rows since the last call, and does the repairs that answers ask for.
   *
   * @throws dev.penstock.core.error.IngestException when a destination can take no more rows; its
   *     unacknowledged rows are lost to this task and must be read again
   */
  public void drain(Completions completions) {
    throw new UnsupportedOperationException();
  }

  /** Ends all streams; rows not acknowledged by then may or may not be stored. */
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
