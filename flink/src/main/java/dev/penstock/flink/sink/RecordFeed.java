package dev.penstock.flink.sink;

import com.google.protobuf.ByteString;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.Completions;
import dev.penstock.flink.BigQueryFailure;
import dev.penstock.flink.DestinationResolution;
import dev.penstock.flink.EngineFailure;
import dev.penstock.flink.FailedRow;
import dev.penstock.flink.TableDestination;
import dev.penstock.flink.UnroutableRecord;
import dev.penstock.flink.WithheldCause;
import java.io.IOException;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the records of one task into the engine: table, row, change, and what becomes of them. One
 * owner thread, which waits here while the engine has no room and at a barrier until every row is
 * answered. The engine bounds how long that may take.
 */
final class RecordFeed<T> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RecordFeed.class);

  /** How many rows go by before their answers are looked at. */
  private static final int DRAIN_EVERY = 64;

  private static final long POLL_MILLIS = 1;

  private final SinkSpec<T> spec;
  private final Engine engine;
  private final RowForm<? super T> form;
  private final Changes<T> changes;
  private final SinkMetrics metrics;
  private final MailboxExecutor mailbox;
  private final Answers answers = new Answers();
  private long nextTicket;
  private @Nullable IOException handlerFailure;

  /** What the handler gets of the one row that is rejected just now and was never encoded. */
  private @Nullable ByteString rejectedPayload;

  RecordFeed(
      SinkSpec<T> spec,
      Engine engine,
      RowForm<? super T> form,
      SinkMetrics metrics,
      MailboxExecutor mailbox) {
    this.spec = spec;
    this.engine = engine;
    this.form = form;
    this.changes = new Changes<>(spec.cdc());
    this.metrics = metrics;
    this.mailbox = mailbox;
  }

  /** The feed of a task. */
  static <T> RecordFeed<T> open(
      SinkSpec<T> spec, Engine engine, SinkMetrics metrics, WriterInitContext context) {
    return new RecordFeed<>(
        spec,
        engine,
        RowForm.of(spec.serializer(), spec.cdc() != null),
        metrics,
        context.getMailboxExecutor());
  }

  /** Counts answers, and hands rejected rows to the failure handler. */
  private final class Answers implements Completions {
    private long done;

    @Override
    public void acknowledged(long first, long last) {
      done += last - first + 1;
    }

    @Override
    public void rejected(RejectedRow row) {
      done++;
      String table = row.destination().table();
      TableDestination destination =
          TableDestination.of(row.destination().project(), row.destination().dataset(), table);
      ByteString bytes =
          row.encoded() == null ? rejectedPayload : ByteString.copyFrom(row.encoded());
      try {
        fail(FailedRow.of(destination, bytes, row.message(), null));
      } catch (IOException e) {
        // Thrown to the task once the engine has handed over all answers.
        handlerFailure = handlerFailure == null ? e : handlerFailure;
      }
    }
  }

  /** Takes a record. */
  void write(T element, SinkWriter.Context context) throws IOException, InterruptedException {
    if (nextTicket % DRAIN_EVERY == 0) {
      drain();
    }
    awaitRoom();
    DestinationResolution resolution = resolve(element, context);
    if (resolution instanceof UnroutableRecord unroutable) {
      fail(unroutable);
    } else if (resolution instanceof TableDestination destination) {
      write(element, destination);
    } else {
      throw new AssertionError(resolution);
    }
  }

  /** A defect of the resolver is none of a record: it always fails the job. */
  private DestinationResolution resolve(T element, SinkWriter.Context context) throws IOException {
    DestinationResolution resolution;
    try {
      resolution = spec.resolver().resolve(element, context);
    } catch (RuntimeException e) {
      LOG.debug("The destination resolver failed", e);
      throw new IOException(
          "The destination resolver failed with "
              + e.getClass().getName()
              + ". Return an UnroutableRecord for a record that has no table.",
          WithheldCause.of(e));
    }
    if (resolution == null) {
      throw new IOException(
          "The destination resolver returned null. Return a TableDestination, or an"
              + " UnroutableRecord for the failure handler.");
    }
    return resolution;
  }

  private void write(T element, TableDestination destination) throws IOException {
    prepare(destination);
    ChangeType change;
    SequenceNumber sequence;
    String asked = "serializer";
    try {
      if (!form.read(element, destination)) {
        metrics.skipped();
        return;
      }
      asked = "change type provider";
      change = changes.typeOf(element);
      asked = "sequence number provider";
      sequence = changes.sequenceOf(element);
    } catch (RowFaultException e) {
      fail(FailedRow.of(destination, form.payloadOf(element), e.fault().message(), e));
      return;
    } catch (IOException | RuntimeException e) {
      LOG.debug("The {} failed for a record of {}", asked, destination, e);
      // Without the message of users' code, which may show the record.
      String reason = "The " + asked + " failed with " + e.getClass().getName() + ".";
      fail(FailedRow.of(destination, form.payloadOf(element), reason, e));
      return;
    }
    append(element, destination, change, sequence);
  }

  private void append(
      T element, TableDestination destination, ChangeType change, @Nullable SequenceNumber sequence)
      throws IOException {
    boolean taken;
    try {
      taken = form.appendTo(engine.writerFor(destination), change, sequence, nextTicket);
    } catch (IngestException e) {
      throw explained(e);
    }
    nextTicket++;
    if (!taken) {
      // At once, while the record is at hand.
      rejectedPayload = form.payloadOf(element);
      drain();
      rejectedPayload = null;
    }
  }

  private IOException explained(IngestException failure) {
    return EngineFailure.of(failure, spec.tables().adviceFor(failure.code()));
  }

  private void prepare(TableDestination destination) throws IOException {
    try {
      form.prepare(destination);
    } catch (RuntimeException e) {
      throw new IOException(
          "The serializer gave no usable descriptor or schema for " + destination + ": " + e, e);
    }
  }

  private void fail(BigQueryFailure failure) throws IOException {
    metrics.failed();
    spec.failureHandler().handle(failure);
  }

  /** Sends what is buffered, and waits until every row is stored or with the failure handler. */
  void flush() throws IOException, InterruptedException {
    sendBuffered();
    drain();
    while (answers.done < nextTicket) {
      pause();
      drain();
    }
    spec.failureHandler().flush();
  }

  /** Forgets tables that had no rows for long; comes after {@link #flush}. */
  void evictIdle() {
    engine.evictIdle();
    form.keepOnly(engine.destinations());
  }

  private void awaitRoom() throws IOException, InterruptedException {
    if (engine.hasRoom()) {
      return;
    }
    // Rows of rare tables may hold all the room without ever filling a batch.
    sendBuffered();
    drain();
    while (!engine.hasRoom()) {
      pause();
      drain();
    }
  }

  /** Lets other work of this task run meanwhile; interruptible. */
  private void pause() throws InterruptedException {
    if (!mailbox.tryYield()) {
      Time.SYSTEM.sleep(POLL_MILLIS);
    }
  }

  private void sendBuffered() throws IOException {
    try {
      engine.flush();
    } catch (IngestException e) {
      throw explained(e);
    }
  }

  /** Looks at answers, and lets due retries go. */
  void drain() throws IOException {
    try {
      engine.drain(answers);
    } catch (IngestException e) {
      throw explained(e);
    }
    if (handlerFailure != null) {
      throw handlerFailure;
    }
  }

  @Override
  public void close() {
    metrics.closed();
    engine.close();
  }
}
