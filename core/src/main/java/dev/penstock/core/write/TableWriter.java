package dev.penstock.core.write;

import com.google.protobuf.ByteString;
import dev.penstock.core.append.AppendBatch;
import dev.penstock.core.append.TicketRuns;
import dev.penstock.core.append.WriterSchema;
import dev.penstock.core.encode.EncodedRows;
import dev.penstock.core.encode.RowBuffer;
import dev.penstock.core.encode.RowEncoder;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.core.sequence.SequenceNumber;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes rows to one table. One owner thread: that of its writers. */
public final class TableWriter {
  /** Tag and length before a row. */
  private static final int MAX_FRAME_BYTES = 6;

  private final Destination destination;
  private final TablePlans plans;
  private final Streams streams;
  private final BatchSender.Shared shared;
  private final Consumer<TableWriter> wake;
  private final Outbox outbox = new Outbox();
  private final BatchTarget batchTarget;
  private @Nullable BatchSender sender;
  private @Nullable Batch batch;
  private @Nullable SourceSchema lastSchema;
  private @Nullable ChangeType lastChange;
  private TablePlans.@Nullable Ready lastPlan;
  private long usedNanos;
  private boolean awake;

  /**
   * A writer without rows.
   *
   * @param wake told of this writer when it gets a row and had nothing open
   */
  TableWriter(
      TablePlans plans, Streams streams, BatchSender.Shared shared, Consumer<TableWriter> wake) {
    this.destination = plans.destination();
    this.plans = plans;
    this.streams = streams;
    this.shared = shared;
    this.wake = wake;
    this.batchTarget = new BatchTarget(shared.options());
    this.usedNanos = shared.time().nanos();
  }

  /** The batch that rows are encoded into. */
  private record Batch(
      AppendBatch.Rows rows,
      WriterSchema schema,
      List<String> defaulted,
      RowEncoder encoder,
      int maxBytes,
      long createdNanos) {}

  /** The table it writes to. */
  public Destination destination() {
    return destination;
  }

  /**
   * The primary key columns of the table, read from the service on first use; empty when the table
   * does not exist yet or has no key.
   */
  public List<String> primaryKey() {
    return plans.primaryKey();
  }

  /**
   * The labels of the table, read from the service on first use; empty when the table does not
   * exist yet or has none.
   */
  public Map<String, String> labels() {
    return plans.labels();
  }

  /**
   * Encodes one row and takes charge of it. The reader is not kept.
   *
   * <p>The first row makes the table ready: it is created or checked, and columns are added, as the
   * policy allows.
   *
   * @param sequence the change sequence number; null for a plain append. Changes of one key without
   *     a number have no order within a request, and a request that is sent again comes behind
   *     younger ones
   * @param ticket the caller's number of the row, larger than any before it
   * @return false when the row is rejected already; the next drain says why
   * @throws dev.penstock.core.error.IngestException when the table cannot take rows of this schema
   */
  public boolean append(
      SourceSchema schema,
      RowReader row,
      ChangeType change,
      @Nullable SequenceNumber sequence,
      long ticket) {
    begin();
    TablePlans.Ready plan = planFor(schema, change);
    Batch target = batchFor(plans.writerSchema(), plan.defaulted());
    RowBuffer buffer = target.rows().buffer();
    int before = buffer.size();
    RowFault fault = target.encoder().encode(plan.plan(), row, sequence, buffer);
    return take(target, before, fault, ticket);
  }

  /**
   * Takes charge of a row that the caller encoded. The row is copied, not kept.
   *
   * @param rows what the row is a row of; reused from row to row
   * @param sequence the change sequence number; null for a plain append. Changes of one key without
   *     a number have no order within a request, and a request that is sent again comes behind
   *     younger ones
   * @param ticket the caller's number of the row, larger than any before it
   * @return false when the row is rejected already; the next drain says why
   * @throws dev.penstock.core.error.IngestException when the table cannot take rows of this kind
   */
  public boolean append(
      EncodedRows rows,
      ByteString row,
      ChangeType change,
      @Nullable SequenceNumber sequence,
      long ticket) {
    begin();
    TablePlans.Verbatim plan = plans.planFor(rows);
    Batch target = batchFor(plan.schema(), plan.defaulted());
    RowBuffer buffer = target.rows().buffer();
    int before = buffer.size();
    RowFault fault = target.encoder().encode(rows, row, change, sequence, buffer);
    return take(target, before, fault, ticket);
  }

  private void begin() {
    if (sender != null && sender.failure() != null) {
      throw sender.failure();
    }
    if (!awake) {
      awake = true;
      wake.accept(this);
    }
  }

  /**
   * Falls asleep if nothing is open: no row without an answer, none that its owner does not know of
   * yet, and nothing put off. The next row wakes it.
   *
   * @return whether it sleeps
   */
  boolean sleeps() {
    boolean open =
        !isEmpty(batch)
            || !outbox.isEmpty()
            || plans.isStalenessDue()
            || (sender != null && (!sender.isSettled() || sender.failure() != null));
    awake = open;
    return !open;
  }

  /** Takes the row that was just encoded behind these bytes, or the reason why it was not. */
  private boolean take(Batch batchOfRow, int before, @Nullable RowFault fault, long ticket) {
    if (fault != null) {
      reject(ticket, fault);
      return false;
    }
    Batch target = batchOfRow;
    RowBuffer buffer = target.rows().buffer();
    shared.inFlight().add(buffer.size() - before);
    if (buffer.size() > target.maxBytes() && buffer.rowCount() > 1) {
      target = moveLastRow(target);
    }
    target.rows().tickets().add(ticket);
    if (target.rows().buffer().size() >= batchTarget.bytes()) {
      seal();
      pump();
    }
    return true;
  }

  private TablePlans.Ready planFor(SourceSchema schema, ChangeType change) {
    if (lastPlan == null || schema != lastSchema || change != lastChange || plans.isOutdated()) {
      lastPlan = plans.planFor(schema, change);
      lastSchema = schema;
      lastChange = change;
    }
    return lastPlan;
  }

  /** The open batch, if it takes rows of this schema; else the next one. */
  private Batch batchFor(WriterSchema schema, List<String> defaulted) {
    if (batch != null && batch.schema() == schema && batch.defaulted().equals(defaulted)) {
      return batch;
    }
    seal();
    batch = newBatch(schema, defaulted);
    return batch;
  }

  private Batch newBatch(WriterSchema schema, List<String> defaulted) {
    WriterOptions options = shared.options();
    int maxBytes =
        options.maxRequestBytes() - schema.maxOverhead(destination, options.traceId(), defaulted);
    usedNanos = shared.time().nanos();
    return new Batch(
        new AppendBatch.Rows(shared.buffers().take(), new TicketRuns()),
        schema,
        defaulted,
        new RowEncoder(Math.max(1, maxBytes - MAX_FRAME_BYTES)),
        maxBytes,
        usedNanos);
  }

  /** Puts the last row, with which the batch became too large, into a batch of its own. */
  private Batch moveLastRow(Batch full) {
    Batch next = newBatch(full.schema(), full.defaulted());
    RowBuffer buffer = full.rows().buffer();
    int last = buffer.rowCount() - 1;
    next.rows().buffer().copyRows(buffer, last, last + 1);
    buffer.truncate(last);
    seal();
    batch = next;
    return next;
  }

  /** Ends the open batch; an empty one stays open. */
  private void seal() {
    if (batch == null || isEmpty(batch)) {
      return;
    }
    if (sender == null) {
      sender =
          new BatchSender(
              destination,
              streams.orderFor(plans),
              new TableInspector(plans, shared.time()),
              outbox,
              batchTarget,
              shared);
    }
    sender.enqueue(
        new AppendBatch(
            batch.schema(), batch.rows(), batch.defaulted(), batch.createdNanos(), sender));
    batch = null;
  }

  /** Whether rows wait for others to go with. */
  boolean hasOpenBatch() {
    return !isEmpty(batch);
  }

  private static boolean isEmpty(@Nullable Batch batch) {
    return batch == null || batch.rows().buffer().rowCount() == 0;
  }

  private void reject(long ticket, RowFault fault) {
    outbox.rejected(
        new RejectedRow(
            ticket, destination(), fault.code(), fault.column(), fault.message(), null));
    shared.metrics().rejected(destination(), fault.code());
  }

  /** Sends what is buffered, as far as the connection takes it. */
  void flush() {
    seal();
    pump();
  }

  void pump() {
    if (sender != null) {
      sender.pump();
    }
  }

  void drainTo(Completions completions) {
    outbox.drainTo(completions);
  }

  @Nullable IngestException failure() {
    return sender == null ? null : sender.failure();
  }

  /**
   * Does what may wait until rows are on their way.
   *
   * @return whether there was something to do, so that others wait for their turn
   */
  boolean tidy() {
    if (!plans.isStalenessDue()) {
      return false;
    }
    plans.setMaxStaleness();
    return true;
  }

  /** Nanoseconds since the oldest row without an answer came; 0 when there is none. */
  long oldestAgeNanos() {
    long now = shared.time().nanos();
    long age = sender == null ? 0 : sender.oldestAgeNanos(now);
    Batch open = batch;
    return open == null || isEmpty(open) ? age : Math.max(age, now - open.createdNanos());
  }

  /** Adds the position of its stream, if that has one. */
  void snapshotInto(List<StreamPosition> positions, List<StreamPosition> advanced) {
    if (!isEmpty(batch) || (sender != null && !sender.isSettled())) {
      throw new IllegalStateException(
          "rows for " + destination + " have no answer yet (expected: flushed and drained)");
    }
    if (sender != null) {
      sender.order().snapshotInto(positions, advanced);
    }
  }

  /** Whether it can be forgotten without loss: no row came for so long, and nothing is open. */
  boolean isIdle(Duration duration) {
    return shared.time().nanos() - usedNanos >= duration.toNanos()
        && isEmpty(batch)
        && outbox.isEmpty()
        && (sender == null || (sender.isSettled() && sender.order().isInSnapshot()));
  }

  /** Ends its connection, unless others share it. */
  void release() {
    if (sender != null) {
      sender.order().release();
    }
  }

  long nextWakeMillis() {
    if (plans.isStalenessDue()) {
      return 0;
    }
    return sender == null ? Long.MAX_VALUE : sender.nextWakeMillis();
  }
}
