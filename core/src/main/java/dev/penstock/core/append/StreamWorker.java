package dev.penstock.core.append;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import dev.penstock.core.connection.ChannelPool;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.connection.Failures;
import dev.penstock.core.connection.Outage;
import dev.penstock.core.connection.SchemaForms;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.time.RetrySchedule;
import dev.penstock.core.time.Time;
import dev.penstock.core.time.Wakeup;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one connection to write streams alive: opens it when there is something to send, matches
 * answers to batches, and after a break sends the unanswered tail again, in order. One owner
 * thread; nothing here waits.
 */
public final class StreamWorker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamWorker.class);

  /** How long a connection stays open without a request. */
  private static final Duration IDLE = Duration.ofMinutes(9);

  /** When to look again for room for a connection, or on one. */
  private static final long NO_ROOM_MILLIS = 5;

  private final ChannelPool channels;
  private final OpenConnections open;
  private final Consumer<StreamWorker> wake;
  private final Settings settings;
  private final String routing;
  private final Time time;
  private final Wakeup wakeup;
  private final ArrayDeque<AppendBatch> tail = new ArrayDeque<>();
  private final Outage outage;
  private @Nullable AppendConnection connection;
  private boolean renewing;
  private int reconnects;
  private long reconnectNanos;
  private long lastAnswerNanos;
  private boolean closed;

  /**
   * How a worker sends. Immutable.
   *
   * @param maxConnections connections of all workers together
   * @param maxInFlightRequests requests without an answer on the connection
   * @param appendTimeout how long the connection may stay without any answer
   * @param retryTimeout how long a batch is sent again after breaks
   * @param reconnects the delays between connections that answer nothing
   * @param traceId shown in the service's logs
   * @param multiplexed whether several streams share the connection
   */
  public record Settings(
      int maxConnections,
      int maxInFlightRequests,
      Duration appendTimeout,
      Duration retryTimeout,
      RetrySchedule reconnects,
      String traceId,
      boolean multiplexed) {}

  /**
   * A worker without a connection yet.
   *
   * @param wake told of this worker whenever it gets something to send
   * @param routing what the service needs to route the call, for example {@code write_stream=NAME}
   *     (WA-011)
   * @param wakeup called by other threads when there is something to {@link #poll}, or room to send
   */
  StreamWorker(
      ChannelPool channels,
      OpenConnections open,
      Consumer<StreamWorker> wake,
      Settings settings,
      String routing,
      Time time,
      Wakeup wakeup) {
    this.channels = channels;
    this.open = open;
    this.wake = wake;
    this.settings = settings;
    this.routing = routing;
    this.time = time;
    this.wakeup = wakeup;
    this.outage = new Outage(time, LOG);
    this.reconnectNanos = time.nanos();
    this.lastAnswerNanos = reconnectNanos;
  }

  /** Whether a batch may be submitted now. */
  public boolean accepts(AppendBatch batch) {
    if (closed || !tail.isEmpty()) {
      return false;
    }
    if (connection == null) {
      return mayConnect();
    }
    if (renewing || !connection.speaks(batch)) {
      return connection.unanswered().isEmpty();
    }
    return connection.isReady();
  }

  /** When to ask again whether it accepts a batch, in milliseconds, at least a few. */
  public long acceptsInMillis() {
    return connection == null
        ? Math.max(NO_ROOM_MILLIS, millis(reconnectNanos - time.nanos()))
        : NO_ROOM_MILLIS;
  }

  private boolean mayConnect() {
    return time.nanos() - reconnectNanos >= 0 && open.haveRoom();
  }

  /** Sends a batch that it accepts. */
  public void submit(AppendBatch batch) {
    if (connection != null && (renewing || !connection.speaks(batch))) {
      disconnect();
    }
    renewing = false;
    wake.accept(this);
    send(batch);
  }

  /** Whether {@link #poll} has nothing to do before another batch is submitted. */
  boolean isQuiet() {
    return connection == null && tail.isEmpty();
  }

  /** Makes the next batch go over a new connection, once the present tail is answered. */
  public void renew() {
    renewing = connection != null && !settings.multiplexed();
  }

  /** Requests without an answer, those waiting to be sent again included. */
  public int inFlight() {
    return tail.size() + (connection == null ? 0 : connection.unanswered().size());
  }

  /** The most that the transport holds of requests without an answer, in memory of its own. */
  long transportBytes() {
    return connection == null ? 0 : connection.transportBytes();
  }

  /** Forgets a stream that gets no more rows, where others share the connection. */
  void forget(WriteStream stream) {
    if (connection != null) {
      connection.forget(stream.name());
    }
  }

  /** Hands over answers, replaces a broken connection when its time has come, and sends again. */
  public void poll() {
    while (connection != null) {
      AppendConnection.Event event = connection.poll();
      if (event == null) {
        break;
      }
      if (event instanceof AppendConnection.Event.Answer answer) {
        answered(connection, answer.response());
      } else if (event instanceof AppendConnection.Event.End end) {
        connection.release();
        ended(connection, Failures.of(end.status(), end.trailers()));
      } else {
        throw new AssertionError(event);
      }
    }
    endWhenHung();
    while (!tail.isEmpty() && mayResend()) {
      send(tail.remove());
    }
  }

  private boolean mayResend() {
    return !closed
        && (connection == null
            ? mayConnect()
            : connection.isReady() && connection.speaks(tail.element()));
  }

  private void send(AppendBatch batch) {
    if (connection == null) {
      connection = AppendConnection.open(channels, settings, routing, wakeup);
      open.opened(this);
      LOG.debug("Connecting to {}", batch.stream().name());
    }
    if (connection.unanswered().isEmpty()) {
      lastAnswerNanos = time.nanos();
    }
    connection.send(batch, time.nanos());
  }

  private void answered(AppendConnection source, AppendRowsResponse response) {
    AppendBatch batch = source.answer();
    if (batch == null) {
      LOG.warn("An answer without a request came on {}; it is ignored", routing);
      return;
    }
    long now = time.nanos();
    batch.answered(now, lastAnswerNanos);
    lastAnswerNanos = now;
    if (response.hasUpdatedSchema()) {
      batch.answers().schemaChanged(SchemaForms.fromProto(response.getUpdatedSchema()));
    }
    if (!response.hasError()) {
      reconnects = 0;
      outage.over();
      source.stored(batch);
      acknowledged(batch, response.getAppendResult());
      return;
    }
    batch.answers().refused(batch, Failures.of(response), response.getRowErrorsList());
  }

  /** A stream that counts says where it put the rows (WA-051). */
  private static void acknowledged(AppendBatch batch, AppendRowsResponse.AppendResult result) {
    if (batch.offset() == AppendBatch.NO_OFFSET
        || (result.hasOffset() && result.getOffset().getValue() == batch.offset())) {
      batch.answers().stored(batch);
      return;
    }
    String where = result.hasOffset() ? "row " + result.getOffset().getValue() : "an unnamed row";
    batch
        .answers()
        .refused(
            batch,
            Failure.of(
                ErrorCode.STREAM_UNUSABLE,
                "rows for row " + batch.offset() + " of the stream were stored at " + where),
            List.of());
  }

  private void ended(AppendConnection ended, Failure failure) {
    connection = null;
    open.ended(this);
    renewing = false;
    ArrayDeque<AppendBatch> unanswered = ended.unanswered();
    if (unanswered.isEmpty() && tail.isEmpty()) {
      // The service closes idle connections after 600 s (WA-056).
      LOG.debug("The connection {} ended: {}", routing, failure.reason());
      return;
    }
    reconnects = ended.hasAnswered() ? 0 : reconnects + 1;
    long own = reconnects == 0 ? 0 : settings.reconnects().delayMillis(reconnects - 1);
    long delayMillis = failure.delayMillis(own, settings.retryTimeout());
    reconnectNanos = time.nanos() + TimeUnit.MILLISECONDS.toNanos(delayMillis);
    AppendBatch guilty = failure.code().isRetriable() ? null : unanswered.poll();
    for (Iterator<AppendBatch> last = unanswered.descendingIterator(); last.hasNext(); ) {
      tail.addFirst(last.next());
    }
    if (guilty != null) {
      // Answers come in order, so what ended the call is the oldest request without one.
      guilty.answers().refused(guilty, failure, List.of());
      return;
    }
    LOG.debug(
        "The connection {} ended (unanswered requests: {}); sending them again in {} ms: {}",
        routing,
        tail.size(),
        delayMillis,
        failure.reason());
    outage.failed(
        "Sending rows to " + routing,
        failure,
        "for up to " + settings.retryTimeout().toSeconds() + " s each");
    expire(failure);
  }

  private void expire(Failure failure) {
    long now = time.nanos();
    ArrayDeque<AppendBatch> kept = new ArrayDeque<>();
    for (AppendBatch batch = tail.poll(); batch != null; batch = tail.poll()) {
      if (batch.failed(now) > settings.retryTimeout().toNanos()) {
        batch.answers().refused(batch, failure, List.of());
      } else {
        batch.answers().resending(batch, failure);
        kept.add(batch);
      }
    }
    tail.addAll(kept);
  }

  /** The service ends a connection that is idle for 600 s (WA-056): rather before a row is sent. */
  void endWhenIdle(long nowNanos) {
    if (inFlight() == 0 && nowNanos - lastAnswerNanos >= IDLE.toNanos()) {
      disconnect();
    }
  }

  private void endWhenHung() {
    if (connection == null || connection.unanswered().isEmpty()) {
      return;
    }
    AppendConnection hung = connection;
    long silent = time.nanos() - lastAnswerNanos;
    if (silent > settings.appendTimeout().toNanos()) {
      hung.cancel("no answer");
      ended(
          hung,
          Failure.of(
              ErrorCode.TIMEOUT,
              "no answer on the connection for " + TimeUnit.NANOSECONDS.toSeconds(silent) + " s"));
    }
  }

  /**
   * How long until {@code poll} has something to do without an answer, in milliseconds; {@link
   * Long#MAX_VALUE} when never.
   */
  public long nextWakeMillis() {
    if (!tail.isEmpty() && connection == null) {
      return Math.max(NO_ROOM_MILLIS, millis(reconnectNanos - time.nanos()));
    }
    if (connection != null && !connection.unanswered().isEmpty()) {
      long silent = time.nanos() - lastAnswerNanos;
      return millis(settings.appendTimeout().toNanos() - silent);
    }
    return Long.MAX_VALUE;
  }

  private static long millis(long nanos) {
    return Math.max(0, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
  }

  /** When the latest answer came, by the clock that only goes forward. */
  long lastAnswerNanos() {
    return lastAnswerNanos;
  }

  /** Ends the connection, if there is one. What is unanswered may or may not be stored. */
  void disconnect() {
    if (connection == null) {
      return;
    }
    if (connection.unanswered().isEmpty()) {
      connection.finish();
    } else {
      connection.cancel("closed");
    }
    connection = null;
    open.ended(this);
  }

  /** Ends the connection for good. What is unanswered may or may not be stored. */
  @Override
  public void close() {
    closed = true;
    tail.clear();
    disconnect();
  }
}
