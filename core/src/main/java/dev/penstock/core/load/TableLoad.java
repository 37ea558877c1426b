package dev.penstock.core.load;

import dev.penstock.core.append.FinishedStreams;
import dev.penstock.core.encode.RowCursor;
import java.util.Optional;

/**
 * Rows on their way into one table that become readable together, when the load is finished, or not
 * at all. Memory does not grow with the number of rows. One owner thread, which waits for the
 * service.
 */
public interface TableLoad extends AutoCloseable {
  /**
   * Takes the row that the cursor stands at. Neither cursor nor row is kept.
   *
   * @param rows of the same schema instance for every row of the load
   * @throws dev.penstock.core.error.IngestException ROW_INVALID or ROW_TOO_LARGE when a value does
   *     not fit its column, with position and column but without the value; other codes when the
   *     table cannot take rows of the schema, or the service refuses. The load can only be closed
   *     then
   */
  void append(RowCursor rows);

  /** Encoded bytes of the rows that are on their way or with the service. */
  long bytes();

  /**
   * Sends what is left and waits until the service holds all rows, which stay unreadable. Nothing
   * but {@link #finish} and {@link #close} may follow; without this, {@code finish} does it.
   *
   * @return the streams that {@code finish} commits: who keeps them before can find out after a
   *     crash whether it did. Empty where there are none, as for a load job
   * @throws dev.penstock.core.error.IngestException as {@code finish}; nothing is stored
   */
  default Optional<FinishedStreams> prepare() {
    return Optional.empty();
  }

  /**
   * Makes the rows readable, and waits until they are.
   *
   * @throws dev.penstock.core.error.IngestException when the service refuses, or holds another
   *     number of rows than were appended. Nothing is stored then, unless the message says that
   *     this is unknown
   */
  LoadResult finish();

  /** Ends the load. Without {@link #finish} before it nothing is stored. */
  @Override
  void close();
}
