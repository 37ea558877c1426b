package dev.penstock.core.write;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.Time;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of a program into one table: the engine for those who need no framework. The
 * table is made with the first row, and gets the columns that it lacks. Rows travel while others
 * are appended, and can be read once {@link #flush} or {@link #close} has returned. Each is stored
 * at least once; after a failure, those since the last flush may or may not be.
 *
 * <p>One owner thread, which waits where it must: for room in memory, and for answers.
 *
 * @param <T> what becomes a row
 */
public final class RowStream<T> implements AutoCloseable {
  private static final String TRACE_ID = "penstock:rows";
  private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);
  private static final int DRAIN_EVERY = 64;

  private final Destination destination;
  private final SourceSchema schema;
  private final Function<? super T, ? extends RowReader> rows;
  private final DestinationWriters writers;
  private final TableWriter writer;
  private final Answers answers = new Answers();
  private long appended;
  private boolean broken;
  private boolean closed;

  private RowStream(
      BigQueryConnection connection,
      Destination destination,
      TablePolicy policy,
      SourceSchema schema,
      Function<? super T, ? extends RowReader> rows) {
    this.destination = destination;
    this.schema = schema;
    this.rows = rows;
    this.writers =
        new DestinationWriters(
            connection, WriterOptions.defaults(false, TRACE_ID), WriteMetrics.NONE, Time.SYSTEM);
    this.writer = writers.writerFor(destination, policy);
  }

  /**
   * A stream of what a reader can read. Nothing is sent yet.
   *
   * @param rows gives the reader of a row, which is used at once and not kept: one reader may serve
   *     all rows
   */
  public static <T> RowStream<T> open(
      BigQueryConnection connection,
      Destination destination,
      SourceSchema schema,
      Function<? super T, ? extends RowReader> rows) {
    TablePolicy policy = TablePolicy.builder().createTable(true).addColumns(true).build();
    return open(connection, destination, policy, schema, rows);
  }

  /**
   * The same for a table that is made and changed as a policy says.
   *
   * @param policy what may be done to the table
   */
  public static <T> RowStream<T> open(
      BigQueryConnection connection,
      Destination destination,
      TablePolicy policy,
      SourceSchema schema,
      Function<? super T, ? extends RowReader> rows) {
    return new RowStream<>(connection, destination, policy, schema, rows);
  }

  /** The first row that will never be stored; there is no second, for the stream ends with it. */
  private static final class Answers implements Completions {
    private long acknowledged;
    private @Nullable RejectedRow rejected;

    @Override
    public void acknowledged(long first, long last) {
      acknowledged += last - first + 1;
    }

    @Override
    public void rejected(RejectedRow row) {
      if (rejected == null) {
        rejected = row;
      }
    }
  }

  /**
   * Takes charge of one row; waits while too many are on their way.
   *
   * @throws IngestException when the table, this row or one before it is refused. The stream has
   *     then ended
   */
  public void append(T row) {
    requireWorking();
    // Until this row is taken; stays so when anything below throws.
    broken = true;
    boolean taken = writer.append(schema, rows.apply(row), ChangeType.APPEND, null, ++appended);
    if (!taken || appended % DRAIN_EVERY == 0) {
      drain();
      awaitRoom();
    }
    broken = false;
  }

  /**
   * Sends all rows and waits until they are stored.
   *
   * @throws IngestException when a row is refused, or the table takes no more. The stream has then
   *     ended
   */
  public void flush() {
    requireWorking();
    broken = true;
    writers.flush();
    drain();
    while (answers.acknowledged < appended) {
      pause();
      drain();
    }
    broken = false;
  }

  /** How many rows are stored, as far as answers came. */
  public long stored() {
    return answers.acknowledged;
  }

  private void requireWorking() {
    if (broken || closed) {
      throw new IllegalStateException(
          "the stream into "
              + destination
              + " has ended (expected: nothing after a failure but close, and nothing after that)");
    }
  }

  private void awaitRoom() {
    if (!writers.hasRoom()) {
      // Rows of a batch that is not full may hold all the room.
      writers.flush();
    }
    while (!writers.hasRoom()) {
      pause();
      drain();
    }
  }

  private void drain() {
    writers.drain(answers);
    RejectedRow row = answers.rejected;
    if (row != null) {
      throw new IngestException(
          row.code(),
          "Row " + row.ticket() + " of the stream into " + destination + ": " + row.message());
    }
  }

  private void pause() {
    writers.await("Writing to " + destination, LOOK_INTERVAL);
  }

  /** Flushes, unless the stream has failed, and ends the connection. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    try {
      if (!broken) {
        flush();
      }
    } finally {
      closed = true;
      writers.close();
    }
  }
}
