package dev.penstock.core.write;

import dev.penstock.core.append.FinishedStreams;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.load.LoadResult;
import dev.penstock.core.load.TableLoad;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.Time;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A load by pending streams: rows are sent as they come, at most {@code maxInFlightBytes} of them
 * without an answer, and become readable by one commit. Streams without a commit age out. One owner
 * thread.
 */
public final class PendingLoad implements TableLoad {
  /** How often answers are looked for at least while rows have to wait. */
  private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);

  private final Destination destination;
  private final StreamCommitter committer;
  private final CommitBound bound;
  private final PendingWriters writers;
  private final PendingWriter writer;
  private final WriterOptions options;
  private final Answers answers = new Answers();
  private final ByteCount sent = new ByteCount();
  private long drainAtBytes;
  private long rows;
  private boolean closed;
  private boolean broken;
  private boolean prepared;
  private @Nullable FinishedStreams finished;

  private PendingLoad(
      BigQueryConnection connection,
      Destination destination,
      WriterOptions options,
      int maxStreams,
      Time time) {
    this.destination = destination;
    this.committer = new StreamCommitter(connection, options.recovery(), time);
    this.bound = new CommitBound(destination, new TableAdmin(connection, time));
    this.writers = PendingWriters.open(connection, options, maxStreams, sent, time);
    this.writer = writers.writerFor(destination, TablePolicy.asItIs());
    this.options = options;
    this.drainAtBytes = nextDrain();
  }

  /**
   * Prepares a load by one stream into a table that exists when the first row comes; as with more
   * streams.
   */
  public static PendingLoad open(
      BigQueryConnection connection, Destination destination, WriterOptions options, Time time) {
    return open(connection, destination, options, 1, time);
  }

  /**
   * Prepares a load into a table that exists when the first row comes.
   *
   * @param options {@code change} and {@code multiplexing} must be false
   * @param maxStreams streams over which rows are dealt out, each with a connection of its own as
   *     long as {@code maxConnections} allows; 1..10,000 (QT-034). Rows of one keep their order
   * @throws IngestException INVALID_OPTION when the options are for other streams
   */
  public static PendingLoad open(
      BigQueryConnection connection,
      Destination destination,
      WriterOptions options,
      int maxStreams,
      Time time) {
    return new PendingLoad(connection, destination, options, maxStreams, time);
  }

  /** The first row that will never be stored; there is no second, for the load ends with it. */
  private static final class Answers implements Completions {
    private @Nullable RejectedRow rejected;

    @Override
    public void acknowledged(long first, long last) {
      // Counted by the service when the stream is finalized.
    }

    @Override
    public void rejected(RejectedRow row) {
      if (rejected == null) {
        rejected = row;
      }
    }
  }

  /** Bytes that the service acknowledged. */
  private static final class ByteCount implements WriteMetrics {
    private long bytes;

    @Override
    public void acknowledged(Destination table, long count, long more) {
      bytes += more;
    }
  }

  @Override
  public void append(RowCursor source) {
    requireWorking();
    // Until this row is taken; stays so when anything below throws.
    broken = true;
    boolean taken = writer.append(source.schema(), source.row(), rows);
    rows++;
    if (!taken) {
      drainAt(rows - 1, source.position());
    }
    if (writers.unacknowledgedBytes() >= drainAtBytes) {
      drain();
      awaitRoom();
      bound.require(bytes());
      drainAtBytes = nextDrain();
    }
    broken = false;
  }

  private void requireWorking() {
    if (broken || closed) {
      throw new IllegalStateException(
          "the load into " + destination + " has ended (expected: nothing after that but close)");
    }
  }

  /** Answers are looked at once a batch, so that the connection is never short of room. */
  private long nextDrain() {
    return Math.min(
        writers.unacknowledgedBytes() + options.batchSize().startBytes(),
        options.maxInFlightBytes());
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
    drainAt(Long.MAX_VALUE, "");
  }

  /**
   * Ends the load if a row is refused.
   *
   * @param last the ticket of the row whose position is known
   */
  private void drainAt(long last, String position) {
    writers.drain(answers);
    RejectedRow row = answers.rejected;
    if (row != null) {
      String where = row.ticket() == last ? position : "row " + (row.ticket() + 1) + " of the load";
      throw new IngestException(
          row.code(), "Loading " + destination + " failed at " + where + ": " + row.message());
    }
  }

  private void pause() {
    writers.await("Loading " + destination, LOOK_INTERVAL);
  }

  @Override
  public long bytes() {
    return sent.bytes + writers.unacknowledgedBytes();
  }

  @Override
  public Optional<FinishedStreams> prepare() {
    requireWorking();
    broken = true;
    writers.flush();
    drain();
    while (writers.unacknowledgedBytes() > 0) {
      pause();
      drain();
    }
    FinishedStreams streams = writers.finish(destination).orElse(null);
    long held = streams == null ? 0 : streams.rows();
    if (held != rows) {
      throw new IngestException(
          ErrorCode.STREAM_UNUSABLE,
          "The streams into "
              + destination
              + " hold "
              + held
              + " rows although "
              + rows
              + " were written, so they are not committed and nothing is stored. Load again.");
    }
    finished = streams;
    prepared = true;
    return Optional.ofNullable(streams);
  }

  @Override
  public LoadResult finish() {
    if (!prepared || closed) {
      FinishedStreams unused = prepare().orElse(null);
    }
    prepared = false;
    if (finished != null) {
      commit(finished);
    }
    return new LoadResult(rows, sent.bytes, null);
  }

  private void commit(FinishedStreams streams) {
    try {
      committer.commit(streams);
    } catch (IngestException e) {
      if (!e.code().isRetriable()) {
        throw e;
      }
      throw new IngestException(
          e.code(),
          e.getMessage() + " Whether its rows are stored is unknown: look before loading again.",
          e);
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      writers.close();
    }
  }
}
