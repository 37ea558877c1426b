package dev.penstock.core.write;

import com.google.cloud.bigquery.storage.v1.RowError;
import dev.penstock.core.append.Answers;
import dev.penstock.core.append.AppendBatch;
import dev.penstock.core.append.StreamWorker;
import dev.penstock.core.append.TicketRuns;
import dev.penstock.core.append.WriterSchema;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.connection.ServiceTexts;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.recovery.RecoveryTable;
import dev.penstock.core.time.RetrySchedule;
import dev.penstock.core.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees every batch of one table through to its end: stored, or its rows rejected, or the writer
 * stopped. Does what the recovery table says. One owner thread; waits for table metadata only.
 */
final class BatchSender implements Answers {
  private static final Logger LOG = LoggerFactory.getLogger(BatchSender.class);
  private static final RetrySchedule RETRIES =
      RetrySchedule.exponential(Duration.ofMillis(100), Duration.ofSeconds(30));

  /** How long a table that exists may stay unknown to the streaming side (RT-046). */
  private static final Duration UNKNOWN_TABLE_TIMEOUT = Duration.ofMinutes(2);

  /** When to look again at a connection that takes nothing at the moment. */
  private static final long BLOCKED_MILLIS = 5;

  private final Destination destination;
  private final StreamWorker worker;
  private final TableInspector inspector;
  private final Shared shared;
  private final ArrayDeque<AppendBatch> fresh = new ArrayDeque<>();
  private final ArrayDeque<AppendBatch> again = new ArrayDeque<>();
  private final Set<AppendBatch> outstanding = Collections.newSetFromMap(new IdentityHashMap<>());
  private final IdentityHashMap<AppendBatch, Isolation> isolations = new IdentityHashMap<>();
  private final Outbox outbox;
  private @Nullable WriterSchema proven;
  private @Nullable IngestException failure;
  private int retries;
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
      StreamWorker worker,
      TableInspector inspector,
      Outbox outbox,
      Shared shared) {
    this.destination = destination;
    this.worker = worker;
    this.inspector = inspector;
    this.outbox = outbox;
    this.shared = shared;
    this.notBeforeNanos = shared.time().nanos();
  }

  /** Takes charge of a batch. */
  void enqueue(AppendBatch batch) {
    outstanding.add(batch);
    fresh.add(batch);
  }

  /** Sends what may be sent now. */
  void pump() {
    while (failure == null && shared.time().nanos() - notBeforeNanos >= 0) {
      ArrayDeque<AppendBatch> queue = again.isEmpty() ? fresh : again;
      AppendBatch next = queue.peek();
      if (next == null || !worker.accepts(next)) {
        return;
      }
      queue.remove();
      worker.submit(next);
    }
  }

  /** Why no more rows are taken; null while all is well. */
  @Nullable IngestException failure() {
    return failure;
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
    if (failure != null || (fresh.isEmpty() && again.isEmpty())) {
      return Long.MAX_VALUE;
    }
    long left = TimeUnit.NANOSECONDS.toMillis(notBeforeNanos - shared.time().nanos());
    return Math.max(left + 1, BLOCKED_MILLIS);
  }

  @Override
  public void stored(AppendBatch batch) {
    proven = batch.schema();
    retries = 0;
    outbox.acknowledged(batch.tickets());
    shared.metrics().acknowledged(destination, batch.rows().rowCount(), batch.rows().size());
    finish(batch);
    Isolation isolation = isolations.remove(batch);
    if (isolation != null) {
      isolation.stored();
      conclude(isolation);
    }
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
        "The schema of table {} changed; it has {} columns now",
        destination,
        schema.columns().size());
  }

  @Override
  public void resending(AppendBatch batch, Failure reason) {
    shared.metrics().retried(destination, reason.code());
  }

  @Override
  public void refused(AppendBatch batch, Failure reason, List<RowError> rowErrors) {
    if (failure != null) {
      return;
    }
    try {
      repair(batch, reason, rowErrors);
    } catch (IngestException e) {
      if (e.code().isRetriable() && reason.code().isRetriable()) {
        stop(e);
      } else if (e.code().isRetriable()) {
        // The table could not be looked at; the refusal may still be temporary.
        retry(batch, Failure.of(e.code(), String.valueOf(e.getMessage())), retryTimeout());
      } else {
        stop(e);
      }
    }
  }

  private void repair(AppendBatch batch, Failure reason, List<RowError> rowErrors) {
    switch (RecoveryTable.repairOf(reason.code())) {
      case RETRY -> retry(batch, reason, retryTimeout());
      case AWAIT_SCHEMA -> {
        inspector.confirmSchema(reason, batch.schema().columns());
        worker.renew();
        retry(batch, reason, retryTimeout());
      }
      case CONFIRM_TABLE -> {
        inspector.confirmTable(reason, proven != null);
        worker.renew();
        retry(batch, reason, min(retryTimeout(), UNKNOWN_TABLE_TIMEOUT));
      }
      case CONFIRM_ACCESS -> throw inspector.explainDenial(reason);
      case REMOVE_ROWS -> removeRows(batch, reason, rowErrors);
      case ISOLATE_ROW -> isolate(batch, reason);
      case FAIL -> throw reason.toException("Rows for " + destination + " are refused", "");
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
    long delayMillis = RETRIES.delayMillis(retries++);
    notBeforeNanos = now + TimeUnit.MILLISECONDS.toNanos(delayMillis);
    LOG.debug(
        "Sending {} rows for {} again in {} ms: {}",
        batch.rows().rowCount(),
        destination,
        delayMillis,
        reason.reason());
    shared.metrics().retried(destination, reason.code());
    again.add(batch);
  }

  private void removeRows(AppendBatch batch, Failure reason, List<RowError> rowErrors) {
    int rowCount = batch.rows().rowCount();
    Map<Integer, String> faults = new TreeMap<>();
    for (RowError error : rowErrors) {
      if (error.getIndex() >= 0 && error.getIndex() < rowCount) {
        faults.putIfAbsent((int) error.getIndex(), error.getMessage());
      }
    }
    if (faults.isEmpty()) {
      isolate(batch, reason);
      return;
    }
    faults.forEach(
        (row, message) -> reject(batch.tickets().at(row), ErrorCode.ROW_INVALID, message));
    if (faults.size() == rowCount) {
      replace(batch, List.of());
    } else {
      AppendBatch.Rows rest = newRows();
      for (int row = 0; row < rowCount; row++) {
        if (!faults.containsKey(row)) {
          copy(batch, row, row + 1, rest);
        }
      }
      replace(batch, List.of(batch.withRows(rest)));
    }
  }

  private void isolate(AppendBatch batch, Failure reason) {
    Isolation isolation = isolations.computeIfAbsent(batch, key -> new Isolation());
    if (isolation.refusedInVain() && proven != batch.schema()) {
      throw reason.toException(
          "Every request for " + destination + " is refused",
          "Check that the table's columns are of the types that the rows have.");
    }
    int rowCount = batch.rows().rowCount();
    if (rowCount == 1) {
      isolations.remove(batch);
      isolation.suspect(batch, reason);
      conclude(isolation);
      return;
    }
    AppendBatch.Rows left = newRows();
    AppendBatch.Rows right = newRows();
    copy(batch, 0, rowCount / 2, left);
    copy(batch, rowCount / 2, rowCount, right);
    isolation.split();
    replace(batch, List.of(batch.withRows(left), batch.withRows(right)));
  }

  private void conclude(Isolation isolation) {
    if (!isolation.isDone()) {
      return;
    }
    for (Isolation.Suspect suspect : isolation.suspects()) {
      AppendBatch batch = suspect.batch();
      if (!isolation.isProven() && proven != batch.schema()) {
        stop(
            suspect
                .failure()
                .toException(
                    "Rows for "
                        + destination
                        + " are refused, and none of this form was ever stored",
                    "Check that the table's columns are of the types that the rows have."));
        return;
      }
      reject(batch.tickets().at(0), ErrorCode.ROW_INVALID, suspect.failure().reason());
      finish(batch);
    }
  }

  private AppendBatch.Rows newRows() {
    return new AppendBatch.Rows(shared.buffers().take(), new TicketRuns());
  }

  private static void copy(AppendBatch from, int first, int end, AppendBatch.Rows to) {
    to.buffer().copyRows(from.rows(), first, end);
    for (int row = first; row < end; row++) {
      to.tickets().add(from.tickets().at(row));
    }
  }

  /** Puts parts in the place of a batch; rows that are in none of them are done. */
  private void replace(AppendBatch batch, List<AppendBatch> parts) {
    Isolation isolation = isolations.remove(batch);
    for (AppendBatch part : parts) {
      outstanding.add(part);
      shared.inFlight().add(part.rows().size());
      again.add(part);
      if (isolation != null) {
        isolations.put(part, isolation);
      }
    }
    finish(batch);
    if (isolation != null && parts.isEmpty()) {
      isolation.dropped();
      conclude(isolation);
    }
  }

  void reject(long ticket, ErrorCode code, String message) {
    String column = ServiceTexts.columnOf(message);
    String text =
        "The service refuses the row"
            + (column == null ? "" : " for column '" + column + "'")
            + ": "
            + ServiceTexts.withoutValues(message);
    outbox.rejected(new RejectedRow(ticket, destination, code, column, text));
    shared.metrics().rejected(destination, code);
  }

  private void stop(IngestException e) {
    failure = e;
    shared.metrics().failed(destination, e.code(), String.valueOf(e.getMessage()));
  }
}
