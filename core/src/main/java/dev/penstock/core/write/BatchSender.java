package dev.penstock.core.write;

import com.google.cloud.bigquery.storage.v1.RowError;
import dev.penstock.core.append.Answers;
import dev.penstock.core.append.AppendBatch;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.connection.ServiceTexts;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.recovery.RecoveryTable;
import dev.penstock.core.recovery.Repair;
import dev.penstock.core.time.RetrySchedule;
import dev.penstock.core.time.Time;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees every batch of one table through to its end: stored, or its rows rejected, or the writer
 * stopped. Does what the recovery table says. One owner thread; waits for table metadata only.
 */
final class BatchSender implements Answers, RowSalvage.Verdicts {
  private static final Logger LOG = LoggerFactory.getLogger(BatchSender.class);
  private static final RetrySchedule RETRIES =
      RetrySchedule.exponential(Duration.ofMillis(100), Duration.ofSeconds(30));

  /** How long a table that exists may stay unknown to the streaming side (RT-046). */
  private static final Duration UNKNOWN_TABLE_TIMEOUT = Duration.ofMinutes(2);

  /** How long a new connection may not know where its stream ends; about 5 s were seen (WA-034). */
  private static final Duration UNKNOWN_END_TIMEOUT = Duration.ofSeconds(15);

  private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);

  /** When to look again at a connection that takes nothing at the moment. */
  private static final long BLOCKED_MILLIS = 5;

  private final Destination destination;
  private final SendOrder order;
  private final TableInspector inspector;
  private final Shared shared;
  private final Set<AppendBatch> outstanding = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Outbox outbox;
  private final BatchTarget batchTarget;
  private final RowSalvage salvage;
  private @Nullable IngestException failure;
  private int retries;
  private boolean looked;
  private long lookedNanos;
  private long notBeforeNanos;

  /** What all writers of a set have in common. */
  record Shared(
      WriterOptions options,
      WriteMetrics metrics,
      Time time,
      InFlight inFlight,
      RowBuffers buffers) {}

  BatchSender(
      Destination destination,
      SendOrder order,
      TableInspector inspector,
      Outbox outbox,
      BatchTarget batchTarget,
      Shared shared) {
    this.destination = destination;
    this.order = order;
    this.inspector = inspector;
    this.outbox = outbox;
    this.batchTarget = batchTarget;
    this.shared = shared;
    this.salvage = new RowSalvage(destination, shared.buffers(), this);
    this.notBeforeNanos = shared.time().nanos();
  }

  /** Takes charge of a batch. */
  void enqueue(AppendBatch batch) {
    outstanding.add(batch);
    order.add(batch);
  }

  /** Sends what may be sent now. */
  void pump() {
    try {
      while (failure == null && shared.time().nanos() - notBeforeNanos >= 0) {
        AppendBatch next = order.next();
        if (next == null || !order.worker().accepts(next)) {
          return;
        }
        order.sent(next);
        order.worker().submit(next);
      }
    } catch (IngestException e) {
      stop(e);
    }
  }

  /** Why no more rows are taken; null while all is well. */
  @Nullable IngestException failure() {
    return failure;
  }

  /** Whether every row is stored or rejected. */
  boolean isSettled() {
    return outstanding.isEmpty();
  }

  /** The order of its batches. */
  SendOrder order() {
    return order;
  }

  /** Nanoseconds since the first row of the oldest batch came; 0 when there is none. */
  long oldestAgeNanos(long now) {
    long age = 0;
    for (AppendBatch batch : outstanding) {
      age = Math.max(age, now - batch.createdNanos());
    }
    return age;
  }

  /** Milliseconds until something waits for its turn; {@link Long#MAX_VALUE} when nothing does. */
  long nextWakeMillis() {
    if (failure != null || !order.isWaiting()) {
      return Long.MAX_VALUE;
    }
    long left = TimeUnit.NANOSECONDS.toMillis(notBeforeNanos - shared.time().nanos());
    return Math.max(left + 1, BLOCKED_MILLIS);
  }

  @Override
  public void stored(AppendBatch batch) {
    try {
      order.stored(batch);
    } catch (IngestException e) {
      stop(e);
      return;
    }
    retries = 0;
    batchTarget.stored(batch, shared.time().nanos());
    shared.metrics().latency(destination, batch.latencyNanos());
    outbox.acknowledged(batch.tickets());
    shared.metrics().acknowledged(destination, batch.rows().rowCount(), batch.rows().size());
    try {
      salvage.stored(batch);
    } catch (IngestException e) {
      stop(e);
    }
    finish(batch);
  }

  private void finish(AppendBatch batch) {
    outstanding.remove(batch);
    shared.inFlight().remove(batch.rows().size());
    shared.buffers().give(batch.rows());
  }

  @Override
  public void schemaChanged(TableSchema schema) {
    // The rows are stored. New columns are found by reading the table when rows need them.
    LOG.info(
        "The schema of table {} changed; columns now: {}", destination, schema.columns().size());
  }

  @Override
  public void resending(AppendBatch batch, Failure reason) {
    shared.metrics().retried(destination, reason.code());
    if (batch.offset() == AppendBatch.NO_OFFSET) {
      shared.metrics().possiblyRepeated(destination, batch.rows().rowCount());
    }
  }

  @Override
  public void refused(AppendBatch batch, Failure reason, List<RowError> rowErrors) {
    if (failure != null) {
      return;
    }
    SendOrder.Refusal refusal = new SendOrder.Refusal(batch, reason, rowErrors);
    if (order.isStoredBefore(refusal)) {
      stored(batch);
      return;
    }
    try {
      SendOrder.Refusal due = order.refused(refusal);
      if (due != null) {
        repair(due.batch(), due.failure(), due.rowErrors());
      }
    } catch (IngestException e) {
      stop(e);
    }
  }

  private void repair(AppendBatch batch, Failure reason, List<RowError> rowErrors) {
    switch (repairOf(reason)) {
      case RETRY -> retry(batch, reason, retryTimeout());
      case AWAIT_SCHEMA -> {
        Failure seen = look(reason, () -> inspector.confirmSchema(reason, batch.schema()));
        order.renew();
        retry(batch, seen, retryTimeout());
      }
      case CONFIRM_TABLE -> {
        Failure seen = look(reason, () -> inspector.confirmTable(reason, salvage.hasStored()));
        order.renew();
        retry(batch, seen, min(retryTimeout(), UNKNOWN_TABLE_TIMEOUT));
      }
      case CONFIRM_ACCESS -> throw inspector.explainDenial(reason);
      case REMOVE_ROWS -> salvage.removeRows(batch, reason, rowErrors);
      case ISOLATE_ROW -> salvage.isolate(batch, reason);
      case REPLACE_STREAM -> {
        order.replaceStream(reason);
        retry(batch, reason, retryTimeout());
      }
      case AWAIT_OFFSET -> retry(batch, reason, min(retryTimeout(), UNKNOWN_END_TIMEOUT));
      case FAIL -> throw reason.toException("Rows for " + destination + " are refused", "");
    }
  }

  /** Rows that know columns which may not be added are at fault themselves (FL 5.2). */
  private Repair repairOf(Failure reason) {
    Repair repair = RecoveryTable.repairOf(reason.code());
    return repair == Repair.AWAIT_SCHEMA && reason.rowsNamed() && !inspector.mayAddColumns()
        ? Repair.REMOVE_ROWS
        : repair;
  }

  /**
   * Looks at the table, unless it was looked at a moment ago for another batch.
   *
   * @return why the batch waits: the refusal, or that the table could not be looked at
   */
  private Failure look(Failure reason, Runnable inspection) {
    long now = shared.time().nanos();
    if (looked && now - lookedNanos < LOOK_INTERVAL.toNanos()) {
      return reason;
    }
    looked = true;
    lookedNanos = now;
    try {
      inspection.run();
      return reason;
    } catch (IngestException e) {
      if (!e.code().isRetriable()) {
        throw e;
      }
      return Failure.of(e.code(), String.valueOf(e.getMessage()));
    }
  }

  private Duration retryTimeout() {
    return shared.options().retryTimeout();
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private void retry(AppendBatch batch, Failure reason, Duration timeout) {
    long now = shared.time().nanos();
    if (batch.failed(now) > timeout.toNanos()) {
      throw reason.toException(
          "Rows for " + destination + " were sent again for " + timeout + " without success",
          "Nothing is lost: the rows are not acknowledged. Restart when the service is well.");
    }
    // Requests in flight are refused together; together they count as one failure.
    long own = now - notBeforeNanos >= 0 ? RETRIES.delayMillis(retries++) : 0;
    long due = now + TimeUnit.MILLISECONDS.toNanos(reason.delayMillis(own, timeout));
    if (due - notBeforeNanos > 0) {
      notBeforeNanos = due;
    }
    LOG.debug(
        "Sending rows for {} again ({}): {}",
        destination,
        batch.rows().rowCount(),
        reason.reason());
    shared.metrics().retried(destination, reason.code());
    order.again(batch);
  }

  @Override
  public void replace(AppendBatch batch, List<AppendBatch> parts) {
    for (AppendBatch part : parts) {
      outstanding.add(part);
      shared.inFlight().add(part.rows().size());
    }
    order.replace(parts);
    finish(batch);
  }

  @Override
  public void reject(AppendBatch batch, int row, String message) {
    String column = ServiceTexts.columnOf(message);
    String text =
        "The service refuses the row"
            + (column == null ? "" : " for column '" + column + "'")
            + ": "
            + ServiceTexts.withoutValues(message);
    outbox.rejected(
        new RejectedRow(
            batch.tickets().at(row),
            destination,
            ErrorCode.ROW_INVALID,
            column,
            text,
            ByteBuffer.wrap(batch.rows().copyOf(row)).asReadOnlyBuffer()));
    shared.metrics().rejected(destination, ErrorCode.ROW_INVALID);
  }

  private void stop(IngestException e) {
    if (failure != null) {
      return;
    }
    failure = e;
    shared.metrics().failed(destination, e.code(), String.valueOf(e.getMessage()));
  }
}
