package dev.penstock.core.write;

import dev.penstock.core.append.FinishedStreams;
import dev.penstock.core.append.FinishedStreams.Part;
import dev.penstock.core.append.WriteStreams;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The writers of one task to pending streams: rows of many destinations, stored exactly once and
 * readable a commit at a time. For each commit of a destination:
 *
 * <ol>
 *   <li>{@code append} rows; {@code drain} now and then, and stop while there is no {@code
 *       hasRoom};
 *   <li>{@code flush}, then {@code drain} and {@code await} until {@code unacknowledgedBytes} is 0;
 *   <li>{@link #finish} finalizes the destination's streams and compares the rows that they hold
 *       with those that were acknowledged. Who must know after a crash what became of them keeps
 *       what it returns, before
 *   <li>{@link StreamCommitter#commit(FinishedStreams)} makes the rows readable, all or none.
 * </ol>
 *
 * The next row of the destination begins new streams. What is never committed is never stored. One
 * owner thread; only {@code finish}, and the first rows of a destination, wait for the service.
 */
public final class PendingWriters implements AutoCloseable {
  private final WriteStreams streams;
  private final DestinationWriters writers;
  private final int maxStreams;
  private final Map<Destination, PendingWriter> byDestination = new LinkedHashMap<>();

  private PendingWriters(WriteStreams streams, DestinationWriters writers, int maxStreams) {
    this.streams = streams;
    this.writers = writers;
    this.maxStreams = maxStreams;
  }

  /**
   * An empty set of writers.
   *
   * @param options {@code change} and {@code multiplexing} must be false
   * @param maxStreams streams over which the rows of one destination are dealt out, 1..10,000
   *     (QT-034). Streams that exceed {@code maxConnections} share those connections in turn
   * @throws dev.penstock.core.error.IngestException INVALID_OPTION when the options are for other
   *     streams
   */
  public static PendingWriters open(
      BigQueryConnection connection,
      WriterOptions options,
      int maxStreams,
      WriteMetrics metrics,
      Time time) {
    WriteStreams.requireCount(maxStreams);
    WriteStreams streams = new WriteStreams(connection, options.recovery(), time);
    return new PendingWriters(
        streams,
        DestinationWriters.pending(connection, streams, options, metrics, time),
        maxStreams);
  }

  /** The writer of a destination, made on first use; later calls ignore the policy. */
  public PendingWriter writerFor(Destination destination, TablePolicy policy) {
    return byDestination.computeIfAbsent(
        destination,
        table -> {
          TablePlans plans = writers.plansFor(table, policy);
          return new PendingWriter(table, maxStreams, () -> writers.writerOf(plans));
        });
  }

  /** As {@link DestinationWriters#hasRoom}. */
  public boolean hasRoom() {
    return writers.hasRoom();
  }

  /** Bytes appended and not yet acknowledged or rejected. */
  public long unacknowledgedBytes() {
    return writers.unacknowledgedBytes();
  }

  /** As {@link DestinationWriters#nextWakeMillis}. */
  public long nextWakeMillis() {
    return writers.nextWakeMillis();
  }

  /** As {@link DestinationWriters#await}. */
  public void await(String what, Duration atMost) {
    writers.await(what, atMost);
  }

  /** Sends what is buffered and lets due retries go. Does not wait for answers. */
  public void flush() {
    writers.flush();
  }

  /**
   * Hands over what became of rows since the last call, as {@link DestinationWriters#drain}. An
   * acknowledged row is not readable yet.
   *
   * @throws dev.penstock.core.error.IngestException when a destination can take no more rows; all
   *     of its rows since the last commit must be read again
   */
  public void drain(Completions completions) {
    writers.drain(completions);
  }

  /**
   * Finalizes the streams of a destination; its next row begins new ones. When the service does not
   * answer it may be called again, without rows in between.
   *
   * @return what is to be committed; empty when the destination has no stored rows since the last
   *     call
   * @throws IllegalStateException when rows have no answer yet
   * @throws dev.penstock.core.error.IngestException STREAM_UNUSABLE when a stream is gone or holds
   *     other rows than were acknowledged, else what the service answered. Nothing is stored
   */
  public Optional<FinishedStreams> finish(Destination destination) {
    PendingWriter writer = byDestination.get(destination);
    if (writer == null) {
      return Optional.empty();
    }
    List<Part> parts = writer.finish(streams);
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(new FinishedStreams(destination, parts));
  }

  /**
   * Forgets a destination that has nothing open; its next writer looks at the table anew.
   *
   * @throws IllegalStateException when rows were appended since the last {@link #finish}
   */
  public void forget(Destination destination) {
    PendingWriter writer = byDestination.get(destination);
    if (writer != null) {
      writer.requireFinished();
      byDestination.remove(destination);
    }
  }

  /** Ends all connections; rows that are not committed age out. */
  @Override
  public void close() {
    writers.close();
  }
}
