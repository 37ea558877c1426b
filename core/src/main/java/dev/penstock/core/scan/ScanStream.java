package dev.penstock.core.scan;

import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.connection.Failures;
import dev.penstock.core.connection.Outage;
import dev.penstock.core.connection.ReadRetry;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.time.Deadline;
import dev.penstock.core.time.RetrySchedule;
import dev.penstock.core.time.Time;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one stream of a read session, block by block. A broken call goes on behind the last block
 * that was handed out, so every row comes once. One owner thread; only {@link #wakeUp} may be
 * called by others.
 *
 * <p>At most two blocks are in memory: the one handed out and the next.
 */
public final class ScanStream implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ScanStream.class);

  /** How long a wait may go on without a look at the clock. */
  private static final long SLICE_MILLIS = 100;

  private static final String AFTER_EXPIRY =
      ", and a restart meets the same session: start the read anew, with more parallelism or fewer"
          + " columns.";

  private final BigQueryConnection connection;
  private final String stream;
  private final Instant expiresAt;
  private final ScanOptions options;
  private final Time time;
  private final RetrySchedule schedule =
      RetrySchedule.growing(Duration.ofMillis(100), 1.3, Duration.ofMinutes(1));
  private final BlockingQueue<ReadCall.Event> events = new LinkedBlockingQueue<>();
  private final AtomicBoolean woken = new AtomicBoolean();
  private @Nullable ReadCall call;
  private Deadline nextCall;
  private Deadline idle;
  private long offset;
  private final Outage outage;
  private int attempts;
  private long retries;
  private boolean ended;
  private boolean closed;
  private @Nullable IngestException failure;

  /** What {@link #next} found. */
  public sealed interface Step {
    /** Some rows. */
    record Rows(RowBlock block) implements Step {}

    /** The stream has no more rows. */
    record End() implements Step {}

    /** Somebody called {@link ScanStream#wakeUp}; nothing was lost. */
    record Woken() implements Step {}
  }

  /**
   * A stream from an offset on. Nothing is sent before the first {@link #next}.
   *
   * @param stream the stream's name
   * @param offset how many of its rows were read already
   * @param expiresAt when its session expires; only for what a failure says
   */
  public ScanStream(
      BigQueryConnection connection,
      String stream,
      long offset,
      Instant expiresAt,
      ScanOptions options,
      Time time) {
    this.connection = connection;
    this.stream = stream;
    this.offset = offset;
    this.expiresAt = expiresAt;
    this.options = options;
    this.time = time;
    this.outage = new Outage(time, LOG);
    this.nextCall = Deadline.after(time, Duration.ZERO);
    this.idle = nextCall;
  }

  /**
   * Waits for the next rows. A stream that failed fails again: it never ends short.
   *
   * @throws IngestException when the service refuses to go on, or was unavailable too often in a
   *     row
   */
  public Step next() throws InterruptedException {
    if (closed) {
      throw new IllegalStateException("stream " + stream + " is closed");
    }
    if (failure != null) {
      throw failure;
    }
    while (!ended) {
      if (woken.getAndSet(false)) {
        return new Step.Woken();
      }
      if (call == null) {
        connect();
      } else {
        ReadCall.Event event = events.poll(SLICE_MILLIS, TimeUnit.MILLISECONDS);
        Step step = event == null ? checkIdle() : on(event);
        if (step != null) {
          return step;
        }
      }
    }
    return new Step.End();
  }

  /** Lets a thread that waits in {@link #next}, or the next that would, return at once. */
  public void wakeUp() {
    if (!woken.getAndSet(true)) {
      events.add(new ReadCall.Event.WakeUp());
    }
  }

  /** Opens a call when its time has come, and sleeps a little when not. */
  private void connect() throws InterruptedException {
    long wait = nextCall.remainingMillis();
    if (wait > 0) {
      time.sleep(Math.min(wait, SLICE_MILLIS));
    } else {
      call = ReadCall.open(connection.channels(), stream, offset, events);
      idle = Deadline.after(time, options.idleTimeout());
    }
  }

  private @Nullable Step checkIdle() {
    if (idle.isReached()) {
      release("no answer");
      failed(Status.UNAVAILABLE.withDescription("no answer in " + options.idleTimeout()), null);
    }
    return null;
  }

  private @Nullable Step on(ReadCall.Event event) {
    if (event instanceof ReadCall.Event.Rows rows && rows.source() == call) {
      return rows(rows.source(), rows.response());
    }
    if (event instanceof ReadCall.Event.End end && end.source() == call) {
      end.source().release();
      call = null;
      if (end.status().isOk()) {
        ended = true;
      } else {
        failed(end.status(), end.trailers());
      }
    }
    return null;
  }

  private @Nullable Step rows(ReadCall source, ReadRowsResponse response) {
    attempts = 0;
    outage.over();
    idle = Deadline.after(time, options.idleTimeout());
    source.askForMore();
    if (response.getRowCount() == 0) {
      return null;
    }
    RowBlock block =
        new RowBlock(
            offset,
            Math.toIntExact(response.getRowCount()),
            response.getAvroRows().getSerializedBinaryRows());
    offset += block.rowCount();
    return new Step.Rows(block);
  }

  private void failed(Status status, @Nullable Metadata trailers) {
    attempts++;
    Failure reason = Failures.of(status, trailers);
    ReadRetry retry = ReadRetry.of(status, trailers);
    if (retry instanceof ReadRetry.Never || attempts >= options.maxAttempts()) {
      failure = failure(outage.last(reason), status);
      throw failure;
    }
    outage.failed(
        "Reading stream " + stream + " at row " + offset,
        reason,
        "up to " + options.maxAttempts() + " times without a row");
    retries++;
    Duration delay = delay(retry);
    nextCall = Deadline.after(time, delay);
    LOG.debug(
        "Stream {} broke at row {} ({}); it goes on in {} ms",
        stream,
        offset,
        status.getCode(),
        delay.toMillis());
  }

  private Duration delay(ReadRetry retry) {
    if (retry instanceof ReadRetry.After after) {
      return after.delay();
    }
    return retry instanceof ReadRetry.AtOnce
        ? Duration.ofMillis(1)
        : Duration.ofMillis(schedule.delayMillis(attempts - 1));
  }

  private IngestException failure(Failure failed, Status status) {
    return failed.toException(
        "Reading stream " + stream + " at row " + offset + " failed", cure(failed, status));
  }

  private String cure(Failure failed, Status status) {
    if (time.currentMillis() >= expiresAt.toEpochMilli()) {
      return "The read session expired at " + expiresAt + AFTER_EXPIRY;
    }
    if (failed.code() == ErrorCode.STREAM_UNUSABLE || status.getCode() == Status.Code.NOT_FOUND) {
      return "The read session is gone before it expires at " + expiresAt + AFTER_EXPIRY;
    }
    if (status.getCode() == Status.Code.FAILED_PRECONDITION) {
      return "The stream has no row at this position: start without the state that holds it.";
    }
    return "";
  }

  /** How many rows were handed out or read before. */
  public long offset() {
    return offset;
  }

  /** How often a broken call was made anew. */
  public long retries() {
    return retries;
  }

  private void release(String why) {
    if (call != null) {
      call.cancel(why);
      call = null;
    }
  }

  /** Cancels the call. The stream can be read again from an offset by another object. */
  @Override
  public void close() {
    closed = true;
    release("closed");
  }
}
