package dev.penstock.core.write;

import dev.penstock.core.append.WriteStreams;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.load.LoadResult;
import dev.penstock.core.load.TableLoad;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.Time;
import dev.penstock.core.time.Waits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A load by one pending stream: rows are sent as they come, at most {@code maxInFlightBytes} of
 * them without an answer, and become readable by one commit. A stream without a commit ages out.
 * One owner thread.
 */
public final class PendingLoad implements TableLoad {
  /** How often answers are looked for while rows have to wait. */
  private static final long POLL_MILLIS = 1;

  private final Destination destination;
  private final TableAdmin tables;
  private final WriteStreams streams;
  private final DestinationWriters writers;
  private final TableWriter writer;
  private final WriterOptions options;
  private final Time time;
  private final Answers answers = new Answers();
  private final ByteCount sent = new ByteCount();
  private long drainAtBytes;
  private long rows;
  private boolean closed;
  private boolean broken;

  private PendingLoad(
      BigQueryConnection connection, Destination destination, WriterOptions options, Time time) {
    this.destination = destination;
    this.tables = new TableAdmin(connection, time);
    this.streams = new WriteStreams(connection, options.recovery(), time);
    this.writers = DestinationWriters.pending(connection, streams, options, sent, time);
    this.writer = writers.writerFor(destination, TablePolicy.asItIs());
    this.options = options;
    this.time = time;
    this.drainAtBytes = nextDrain();
  }

  /**
   * Prepares a load into a table that exists when the first row comes.
   *
   * @param options {@code change} and {@code multiplexing} must be false
   * @throws IngestException INVALID_OPTION when the options are for other streams
   */
  public static PendingLoad open(
      BigQueryConnection connection, Destination destination, WriterOptions options, Time time) {
    return new PendingLoad(connection, destination, options, time);
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
    writer.append(source.schema(), source.row(), ChangeType.APPEND, null, rows);
    rows++;
    writer.drainTo(answers);
    if (answers.rejected != null) {
      throw refusal(answers.rejected, rows - 1, source.position());
    }
    if (writers.unacknowledgedBytes() >= drainAtBytes) {
      drain();
      awaitRoom();
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
    writers.drain(answers);
    RejectedRow row = answers.rejected;
    if (row != null) {
      throw refusal(row, Long.MAX_VALUE, "");
    }
  }

  /**
   * Why the load ends.
   *
   * @param last the ticket of the row whose position is known
   */
  private IngestException refusal(RejectedRow row, long last, String position) {
    String where = row.ticket() == last ? position : "row " + (row.ticket() + 1) + " of the load";
    return new IngestException(
        row.code(), "Loading " + destination + " failed at " + where + ": " + row.message());
  }

  private void pause() {
    Waits.pause(time, "Loading " + destination, POLL_MILLIS);
  }

  @Override
  public long bytes() {
    return sent.bytes + writers.unacknowledgedBytes();
  }

  @Override
  public LoadResult finish() {
    requireWorking();
    broken = true;
    writers.flush();
    drain();
    while (writers.unacknowledgedBytes() > 0) {
      pause();
      drain();
    }
    if (rows > 0) {
      commit(writers.snapshot().positions().get(0).stream());
    }
    return new LoadResult(rows, sent.bytes, null);
  }

  private void commit(String stream) {
    long held = streams.finalizeStream(stream);
    if (held != rows) {
      throw new IngestException(
          ErrorCode.STREAM_UNUSABLE,
          "Stream "
              + stream
              + " holds "
              + held
              + " rows although "
              + rows
              + " were written, so it is not committed and nothing is stored. Load again.");
    }
    try {
      streams.commit(destination, List.of(stream), this::mayPass);
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

  /** The service may hide a young table for a moment (WA-184). */
  private boolean mayPass(Failure failure) {
    return failure.masked()
        && failure.code() == ErrorCode.TABLE_NOT_FOUND
        && tables.find(destination).isPresent();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      writers.close();
    }
  }
}
