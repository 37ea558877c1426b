package dev.penstock.kafka.task;

import dev.penstock.core.time.Time;
import dev.penstock.kafka.config.Choices.RowPolicy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens to records that cannot be stored: the task fails, or the dead letter queue takes
 * them, or they are logged. A record in the queue is done only when the queue has confirmed it. One
 * owner thread.
 */
final class Rejections {
  private static final Logger LOG = LoggerFactory.getLogger(Rejections.class);
  private static final long LOG_EVERY_NANOS = 10_000_000_000L;

  private record Report(long ticket, Future<Void> written) {}

  private final RowPolicy policy;
  private final @Nullable ErrantRecordReporter reporter;
  private final OffsetLedger ledger;
  private final Time time;
  private final Deque<Report> reports = new ArrayDeque<>();
  private long count;
  private long lastLogged;

  Rejections(
      RowPolicy policy, @Nullable ErrantRecordReporter reporter, OffsetLedger ledger, Time time) {
    this.policy = policy;
    this.reporter = reporter;
    this.ledger = ledger;
    this.time = time;
    this.lastLogged = time.nanos() - LOG_EVERY_NANOS;
  }

  /** How many records were rejected. */
  long count() {
    return count;
  }

  /**
   * Deals with a rejected record.
   *
   * @param own what is done about this kind; null: what the connector does with any
   * @throws RecordRejectedException when the task must fail
   */
  void reject(long ticket, RecordRejectedException failure, @Nullable RowPolicy own) {
    count++;
    RowPolicy effective = own == null ? policy : own;
    var record = ledger.record(ticket);
    if (effective == RowPolicy.LOG) {
      log(failure);
      ledger.complete(ticket);
    } else if (effective == RowPolicy.DLQ && reporter != null && record != null) {
      reports.add(new Report(ticket, reporter.report(record, failure)));
    } else {
      throw failure;
    }
  }

  private void log(RecordRejectedException failure) {
    long now = time.nanos();
    if (now - lastLogged >= LOG_EVERY_NANOS) {
      lastLogged = now;
      LOG.warn("{} records dropped so far, the last one: {}", count, failure.getMessage());
    }
  }

  /** Completes records that the dead letter queue has confirmed. */
  void poll() {
    while (!reports.isEmpty() && reports.element().written().isDone()) {
      Report report = reports.remove();
      try {
        report.written().get();
      } catch (ExecutionException e) {
        throw new ConnectException(
            "The dead letter queue did not take "
                + ledger.describe(report.ticket())
                + ". Check errors.deadletterqueue.* and the broker; the record is read again after"
                + " a restart.",
            e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ConnectException("Interrupted while a record went to the dead letter queue.", e);
      }
      ledger.complete(report.ticket());
    }
  }
}
