package dev.penstock.core.write;

import dev.penstock.core.append.StreamWorker;
import dev.penstock.core.append.StreamWorkers;
import dev.penstock.core.append.WriteStreams;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.model.Destination;
import dev.penstock.core.recovery.Patience;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.Time;
import dev.penstock.core.time.Waits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writers of one task, one a destination, sharing one bound of bytes in flight. One owner
 * thread; nothing here waits for the network except table metadata calls, whose waits are bounded.
 */
public final class DestinationWriters implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DestinationWriters.class);

  private final Map<Destination, TableWriter> writers = new LinkedHashMap<>();

  /** The writers with something open: the others cost nothing. */
  private final Set<TableWriter> awake = new LinkedHashSet<>();

  private final TableAdmin tables;
  private final StreamWorkers workers;
  private final Streams streams;
  private final BatchSender.Shared shared;

  /** An empty set of writers to default streams: rows can be read once acknowledged. */
  public DestinationWriters(
      BigQueryConnection connection, WriterOptions options, WriteMetrics metrics, Time time) {
    this(connection, options, metrics, time, DefaultStreams::new);
  }

  private DestinationWriters(
      BigQueryConnection connection,
      WriterOptions options,
      WriteMetrics metrics,
      Time time,
      Function<StreamWorkers, Streams> streams) {
    this.tables = new TableAdmin(connection, time);
    this.workers =
        new StreamWorkers(
            connection.channels(),
            new StreamWorker.Settings(
                options.maxConnections(),
                options.maxInFlightRequests(),
                options.appendTimeout(),
                options.retryTimeout(),
                Patience.APPENDS.schedule(),
                options.traceId(),
                options.multiplexing()),
            time);
    this.streams = streams.apply(workers);
    RowBuffers buffers = new RowBuffers(options.maxInFlightBytes());
    this.shared =
        new BatchSender.Shared(
            options, metrics, time, new InFlight(options.maxInFlightBytes(), buffers), buffers);
  }

  /**
   * An empty set of writers to buffered streams: one stream a destination, made when its first rows
   * are sent. Rows are stored exactly once, and can be read once a {@link StreamCommitter} commits
   * the positions of a {@link #snapshot}. For plain rows only.
   *
   * @throws dev.penstock.core.error.IngestException INVALID_OPTION when the rows are changes, or
   *     connections are to be shared
   */
  public static DestinationWriters buffered(
      BigQueryConnection connection, WriterOptions options, WriteMetrics metrics, Time time) {
    requirePlain(options);
    return new DestinationWriters(
        connection,
        options,
        metrics,
        time,
        workers ->
            new BufferedStreams(
                workers,
                new WriteStreams(connection, options.recovery(), time),
                options.destinationIdle(),
                time));
  }

  /** The same to pending streams: rows can be read once their stream is committed. */
  static DestinationWriters pending(
      BigQueryConnection connection,
      WriteStreams writeStreams,
      WriterOptions options,
      WriteMetrics metrics,
      Time time) {
    requirePlain(options);
    return new DestinationWriters(
        connection,
        options,
        metrics,
        time,
        workers -> new PendingStreams(workers, writeStreams, time));
  }

  private static void requirePlain(WriterOptions options) {
    if (options.change() || options.multiplexing()) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          (options.change() ? "change" : "multiplexing")
              + ": true (expected: false, only default streams can do that)");
    }
  }

  /**
   * Goes on where the writers of an earlier task stood. A stream is taken over if it accepts the
   * first rows at its position; otherwise it is left alone and the rows go to a new stream, which
   * is safe because rows behind the position were never committed.
   *
   * @param positions of a snapshot; for several positions of one destination the first counts, and
   *     the streams of the others are left alone
   * @throws IllegalStateException when there are writers already
   */
  public void restore(List<StreamPosition> positions) {
    if (!writers.isEmpty()) {
      throw new IllegalStateException("restore comes before the first writer");
    }
    streams.restore(positions);
  }

  /**
   * Where the streams stand. Call it when all rows are acknowledged or rejected: after {@code
   * flush}, once {@code unacknowledgedBytes} is 0. Default streams have no positions.
   *
   * @throws IllegalStateException when rows have no answer yet
   */
  public StreamSnapshot snapshot() {
    List<StreamPosition> positions = new ArrayList<>(streams.untouched());
    List<StreamPosition> advanced = new ArrayList<>();
    for (TableWriter writer : writers.values()) {
      writer.snapshotInto(positions, advanced);
    }
    return new StreamSnapshot(positions, advanced);
  }

  /**
   * Closes and forgets destinations that had no row for {@code destinationIdle}: nothing may be in
   * flight, and a position must be part of the latest snapshot. Their writers must not be used any
   * more; {@code writerFor} makes new ones. Call it after {@code snapshot}.
   *
   * @return the destinations that were forgotten
   */
  public List<Destination> evictIdle() {
    List<Destination> forgotten = new ArrayList<>(streams.forgetIdle());
    for (Iterator<TableWriter> rest = writers.values().iterator(); rest.hasNext(); ) {
      TableWriter writer = rest.next();
      if (writer.isIdle(shared.options().destinationIdle())) {
        LOG.info("No row came for {} for a while; forgetting it", writer.destination());
        writer.release();
        rest.remove();
        awake.remove(writer);
        shared.metrics().forgotten(writer.destination());
        forgotten.add(writer.destination());
      }
    }
    return forgotten;
  }

  /** The writer of a destination, made on first use; later calls ignore the policy. */
  public TableWriter writerFor(Destination destination, TablePolicy policy) {
    TableWriter known = writers.get(destination);
    if (known != null) {
      return known;
    }
    TableWriter writer = writerOf(plansFor(destination, policy));
    writers.put(destination, writer);
    return writer;
  }

  /** What makes a table ready; several writers may share it. */
  TablePlans plansFor(Destination destination, TablePolicy policy) {
    return new TablePlans(destination, policy, shared.options().change(), tables, shared.metrics());
  }

  /** A writer that only its owner knows: it is drained with the others, and in no snapshot. */
  TableWriter writerOf(TablePlans plans) {
    return new TableWriter(plans, streams, shared, awake::add);
  }

  /**
   * Whether another row may be appended without passing the bound of bytes in flight; once it is
   * reached, not before half of it is free. The bound is the caller's to keep: rows appended beyond
   * it are taken all the same.
   */
  public boolean hasRoom() {
    return shared.inFlight().hasRoom();
  }

  /**
   * Says how much memory the caller holds for rows that are neither acknowledged nor rejected, such
   * as the records they came from: it counts against the bound like the rows themselves.
   */
  public void setRetainedBytes(long bytes) {
    shared.inFlight().setRetained(bytes);
  }

  /** Bytes appended and not yet acknowledged or rejected. */
  public long unacknowledgedBytes() {
    return shared.inFlight().bytes();
  }

  /** Age of the oldest row that is neither acknowledged nor rejected; 0 when there is none. */
  public long oldestUnacknowledgedMillis() {
    long nanos = 0;
    for (TableWriter writer : awake) {
      nanos = Math.max(nanos, writer.oldestAgeNanos());
    }
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  /**
   * In how many milliseconds {@code drain} has something to do even if no answer comes: a retry, a
   * blocked batch, a connection that hangs. {@link Long#MAX_VALUE} when nothing waits.
   */
  public long nextWakeMillis() {
    long millis = workers.nextWakeMillis();
    for (TableWriter writer : awake) {
      millis = Math.min(millis, writer.nextWakeMillis());
    }
    return millis;
  }

  /**
   * Waits until {@link #drain} has something to do: an answer came, a connection takes rows again,
   * a retry is due. May return earlier.
   *
   * @param what what is interrupted, for the message: a subject such as {@code Loading table t}
   * @param atMost how long to wait if nothing happens
   * @throws dev.penstock.core.error.IngestException INTERRUPTED, with the thread's flag set
   */
  public void await(String what, Duration atMost) {
    long millis = Math.min(nextWakeMillis(), atMost.toMillis());
    Waits.await(shared.time(), what, workers.wakeup(), millis);
  }

  /** Sends what is buffered and lets due retries go. Does not wait for answers. */
  public void flush() {
    awake.forEach(TableWriter::flush);
  }

  /**
   * Hands over what became of rows since the last call, and does the repairs that answers ask for.
   * Destinations on which nothing is open cost nothing. The completions must not append.
   *
   * @throws dev.penstock.core.error.IngestException when a destination can take no more rows; its
   *     unacknowledged rows are lost to this task and must be read again
   */
  public void drain(Completions completions) {
    workers.poll();
    IngestException failure = null;
    for (TableWriter writer : awake) {
      writer.pump();
      writer.drainTo(completions);
      failure = firstOf(failure, writer.failure());
    }
    shared.inFlight().setTransport(workers.transportBytes());
    shared.metrics().inFlight(workers.inFlight(), shared.inFlight().bytes());
    shared.metrics().oldestUnacknowledged(oldestUnacknowledgedMillis());
    if (failure != null) {
      throw failure;
    }
    tidyOne();
    awake.removeIf(TableWriter::sleeps);
  }

  /** One table a drain, so that many new tables do not hold up their owner for minutes. */
  private void tidyOne() {
    for (TableWriter writer : awake) {
      if (writer.tidy()) {
        return;
      }
    }
  }

  private static @Nullable IngestException firstOf(
      @Nullable IngestException first, @Nullable IngestException second) {
    return first != null ? first : second;
  }

  /** Ends all streams; rows not acknowledged by then may or may not be stored. */
  @Override
  public void close() {
    workers.close();
  }
}
