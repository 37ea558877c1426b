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
import dev.penstock.core.recovery.Rule;
import dev.penstock.core.recovery.Said;
import dev.penstock.core.recovery.Step;
import dev.penstock.core.time.Time;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees every batch of one table through to its end: stored, or its rows rejected, or the writer
 * stopped. Does what the recovery table says. One owner thread; waits for table metadata only.
 */
final class BatchSender implements Answers, RowSalvage.Verdicts {
  private static final Logger LOG = LoggerFactory.getLogger(BatchSender.class);

  /** When to look again at answers that others wait for. */
  private static final long BLOCKED_MILLIS = 5;

  private final Destination destination;
  private final SendOrder order;
  private final TableInspector inspector;
  private final Shared shared;
  private final Set<AppendBatch> outstanding = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Outbox outbox;
  private final BatchTarget batchTarget;
  private final RowSalvage salvage;
  private final Resends resends;
  private @Nullable IngestException failure;

  /** When to look again at a connection that took nothing. */
  private long blockedMillis = BLOCKED_MILLIS;

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
    this.resends = new Resends(destination, shared.options(), shared.time());
  }

  /** Takes charge of a batch. */
  void enqueue(AppendBatch batch) {
    outstanding.add(batch);
    order.add(batch);
  }

  /** Sends what may be sent now. */
  void pump() {
    try {
      while (failure == null && resends.isDue()) {
        AppendBatch next = order.next();
        if (next == null) {
          return;
        }
        if (!order.worker().accepts(next)) {
          blockedMillis = order.worker().acceptsInMillis();
          return;
        }
        order.sent(next);
        order.worker().submit(next);
        blockedMillis = BLOCKED_MILLIS;
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
    return Math.max(resends.dueMillis() + 1, blockedMillis);
  }

  @Override
  public void stored(AppendBatch batch) {
    try {
      order.stored(batch);
    } catch (IngestException e) {
      stop(e);
      return;
    }
    resends.over();
    inspector.over();
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
    resends.ended(batch);
    shared.inFlight().remove(batch.rows().size());
    shared.buffers().give(batch.rows());
  }

  @Override
  public void schemaChanged(TableSchema schema) {
    inspector.schemaTold(schema);
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
    if (RecoveryTable.isDone(Step.APPEND, incident(refusal))) {
      stored(batch);
      return;
    }
    try {
      SendOrder.Refusal due = order.refused(refusal);
      if (due != null) {
        repair(due);
      }
    } catch (IngestException e) {
      stop(e);
    }
  }

  private AppendIncident incident(SendOrder.Refusal refusal) {
    return new AppendIncident(refusal, order, inspector, salvage.hasStored() || order.isQuestion());
  }

  private void repair(SendOrder.Refusal due) {
    Failure reason = due.failure();
    Rule rule;
    try {
      rule = RecoveryTable.ruleFor(Step.APPEND, incident(due));
      repairTable(rule.repair(), due.batch());
    } catch (IngestException e) {
      // The table could not be looked at, or not be repaired.
      if (!e.code().isRetriable()) {
        throw e;
      }
      reason = Failure.of(e.code(), String.valueOf(e.getMessage()));
      Failure unlooked = reason;
      rule = RecoveryTable.ruleFor(Step.APPEND, () -> unlooked);
    }
    switch (rule.repair()) {
      case DONE -> throw new AssertionError(rule);
      case ABANDON_STREAM -> order.abandon(due);
      case REJECT_ROWS -> salvage.removeRows(due.batch(), reason, due.rowErrors());
      case BISECT -> salvage.isolate(due.batch(), reason);
      case CREATE_TABLE, UPDATE_SCHEMA, REBUILD_STREAM, AWAIT_PROPAGATION -> {
        order.renew();
        sendAgain(due.batch(), rule, reason);
      }
      case RETRY -> sendAgain(due.batch(), rule, reason);
      case FAIL -> throw stopped(rule, due, reason);
    }
  }

  private void repairTable(Repair repair, AppendBatch batch) {
    if (repair == Repair.CREATE_TABLE) {
      inspector.makeTable();
    } else if (repair == Repair.UPDATE_SCHEMA) {
      inspector.addColumns(batch.schema());
    }
  }

  private IngestException stopped(Rule rule, SendOrder.Refusal due, Failure reason) {
    List<String> lost =
        rule.said() == Said.COLUMNS_LOST ? inspector.lost(due.batch().schema()) : List.of();
    return rule.said().about(reason, destination.toString(), order.streamName(), lost);
  }

  private void sendAgain(AppendBatch batch, Rule rule, Failure reason) {
    resends.putOff(batch, rule, reason);
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
    resends.replaced(batch, parts);
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
    resends.explain(e);
    failure = e;
    shared.metrics().failed(destination, e.code(), String.valueOf(e.getMessage()));
  }
}
