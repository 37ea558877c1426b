package dev.penstock.kafka.task;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.Completions;
import dev.penstock.kafka.route.Decision;
import dev.penstock.kafka.route.RecordRouter;
import dev.penstock.kafka.route.RouteCounters;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Moves records from the task to the rows' sink while there is room, and acknowledgements back to
 * the ledger. Records that found no room are held. One owner thread; never waits.
 */
final class RecordPump implements Completions {
  private static final long FIRST_RETRY_NANOS = Duration.ofMillis(100).toNanos();
  private static final long LAST_RETRY_NANOS = Duration.ofSeconds(30).toNanos();
  private static final long NO_TICKET = -1;

  private final RecordRouter router;
  private final RowSink sink;
  private final OffsetLedger ledger;
  private final Rejections rejections;
  private final RouteCounters counters;
  private final Time time;
  private final long retryNanos;
  private final Deque<SinkRecord> held = new ArrayDeque<>();

  // The first held record may have failed in a way that a retry can mend.
  private long headTicket = NO_TICKET;
  private long failingSince;
  private long retryAt;

  /** 0 when the last attempt did not fail. */
  private long retryDelay;

  RecordPump(
      RecordRouter router,
      RowSink sink,
      OffsetLedger ledger,
      Rejections rejections,
      RouteCounters counters,
      Time time,
      Duration retryTimeout) {
    this.router = router;
    this.sink = sink;
    this.ledger = ledger;
    this.rejections = rejections;
    this.counters = counters;
    this.time = time;
    this.retryNanos = retryTimeout.toNanos();
  }

  /** Takes records; {@link #turn} moves them. */
  void offer(Collection<SinkRecord> records) {
    held.addAll(records);
  }

  /** How many records wait for room. */
  int heldCount() {
    return held.size();
  }

  /** Forgets held records of partitions that were taken away; another task reads them. */
  void close(Set<TopicPartition> partitions) {
    if (!held.isEmpty() && partitions.contains(ledger.partitionOf(held.element()))) {
      if (headTicket != NO_TICKET) {
        ledger.complete(headTicket);
        headTicket = NO_TICKET;
      }
      retryDelay = 0;
    }
    held.removeIf(record -> partitions.contains(ledger.partitionOf(record)));
  }

  /** Moves what can be moved now. */
  void turn() {
    router.startTurn();
    sink.drain(this);
    rejections.poll();
    while (!held.isEmpty() && isDue() && sink.hasRoom()) {
      if (!move(held.element())) {
        break;
      }
      held.remove();
    }
    sink.flush();
    sink.drain(this);
  }

  private boolean isDue() {
    return retryDelay == 0 || time.nanos() - retryAt >= 0;
  }

  /** Moves one record; false when it must be tried again later. */
  private boolean move(SinkRecord record) {
    try {
      apply(router.route(record), record);
    } catch (IngestException e) {
      if (e.code() != ErrorCode.UNSUPPORTED_TYPE) {
        retryLater(e);
        return false;
      }
      refuse(record, new Decision.Refuse(e.code(), null, String.valueOf(e.getMessage()), null));
    }
    headTicket = NO_TICKET;
    retryDelay = 0;
    return true;
  }

  private void apply(Decision decision, SinkRecord record) {
    if (decision instanceof Decision.Write write) {
      openHead(record);
      sink.append(write, headTicket);
    } else if (decision instanceof Decision.Drop drop) {
      counters.countDropped(drop.reason());
      skip(record);
    } else if (decision instanceof Decision.Refuse refusal) {
      refuse(record, refusal);
    } else {
      throw new AssertionError(decision);
    }
  }

  /** A record that is tried again keeps its ticket. */
  private void openHead(SinkRecord record) {
    if (headTicket == NO_TICKET) {
      headTicket = ledger.open(record);
    }
  }

  private void skip(SinkRecord record) {
    if (headTicket == NO_TICKET) {
      ledger.skip(record);
    } else {
      ledger.complete(headTicket);
    }
  }

  private void refuse(SinkRecord record, Decision.Refuse refusal) {
    openHead(record);
    rejections.reject(
        headTicket,
        new RecordRejectedException(
            refusal.code(),
            refusal.column(),
            "Record " + ledger.describe(record) + " cannot be written. " + refusal.message()),
        refusal.policy());
  }

  /** Only failures to reach the service come here as retriable; the record was not taken. */
  private void retryLater(IngestException failure) {
    long now = time.nanos();
    if (retryDelay == 0) {
      failingSince = now;
      retryDelay = FIRST_RETRY_NANOS;
    }
    if (!failure.code().isRetriable() || now - failingSince > retryNanos) {
      throw failure;
    }
    retryAt = now + retryDelay;
    retryDelay = Math.min(2 * retryDelay, LAST_RETRY_NANOS);
  }

  @Override
  public void acknowledged(long first, long last) {
    for (long ticket = first; ticket <= last; ticket++) {
      ledger.complete(ticket);
    }
  }

  @Override
  public void rejected(RejectedRow row) {
    rejections.reject(
        row.ticket(),
        new RecordRejectedException(
            row.code(),
            row.column(),
            "Record "
                + ledger.describe(row.ticket())
                + " cannot be written to "
                + row.destination()
                + ". "
                + row.message()),
        null);
  }
}
