package dev.penstock.core.write;

import dev.penstock.core.append.AppendBatch;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.core.recovery.Patience;
import dev.penstock.core.recovery.Rule;
import dev.penstock.core.recovery.Said;
import dev.penstock.core.recovery.Tries;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.Time;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** When refused batches of one table are sent again, and for how long. One owner thread. */
final class Resends {
  private final Destination destination;
  private final WriterOptions options;
  private final Time time;
  private final IdentityHashMap<AppendBatch, Tries> tries = new IdentityHashMap<>();

  /** Refusals since a batch was stored; those that come together count once. */
  private final Tries together = new Tries();

  private @Nullable Failure first;
  private long notBeforeNanos;

  Resends(Destination destination, WriterOptions options, Time time) {
    this.destination = destination;
    this.options = options;
    this.time = time;
    this.notBeforeNanos = time.nanos();
  }

  /** Milliseconds until anything may be sent; 0 or less for now. */
  boolean isDue() {
    return time.nanos() - notBeforeNanos >= 0;
  }

  /** Milliseconds until something may be sent, rounded down; negative when that is past. */
  long dueMillis() {
    return TimeUnit.NANOSECONDS.toMillis(notBeforeNanos - time.nanos());
  }

  /** Notes that a batch needs no more tries. */
  void ended(AppendBatch batch) {
    tries.remove(batch);
  }

  /** Notes that rows were stored. */
  void over() {
    together.clear();
    first = null;
  }

  /** Lets parts have the tries of the batch in whose place they are. */
  void replaced(AppendBatch batch, List<AppendBatch> parts) {
    Tries known = tries.get(batch);
    if (known != null) {
      parts.forEach(part -> tries.put(part, known.copy()));
    }
  }

  /**
   * Puts off what is sent until another try is due.
   *
   * @throws IngestException when the batch was tried for long enough
   */
  void putOff(AppendBatch batch, Rule rule, Failure failure) {
    Patience patience = rule.patience();
    long now = time.nanos();
    Tries own = tries.computeIfAbsent(batch, key -> new Tries());
    if (first == null) {
      first = failure;
    }
    long elapsed = batch.failed(now);
    if (patience != Patience.APPENDS) {
      batch.failsAnew();
      elapsed = own.elapsedNanos(patience, now);
    }
    if (own.failures(patience) >= retries(patience) || elapsed > longest(patience).toNanos()) {
      throw usedUp(rule, failure);
    }
    own.failed(patience, now);
    long delay = 0;
    if (isDue()) {
      delay = budget(patience).schedule().delayMillis(together.failures(patience));
      together.failed(patience, now);
    }
    long due =
        now + TimeUnit.MILLISECONDS.toNanos(failure.delayMillis(delay, options.retryTimeout()));
    if (due - notBeforeNanos > 0) {
      notBeforeNanos = due;
    }
  }

  private RetryBudget budget(Patience patience) {
    return patience == Patience.RECOVERY
        ? options.recovery()
        : new RetryBudget(patience.schedule(), patience.maxRetries());
  }

  private int retries(Patience patience) {
    return budget(patience).maxRetries();
  }

  private Duration longest(Patience patience) {
    return switch (patience) {
      case APPENDS -> options.retryTimeout();
      case STREAM_END -> min(options.retryTimeout(), patience.longest());
      case NONE, RECOVERY, SCHEMA, ETAG, CALLS, UPLOADS, SESSIONS -> patience.longest();
    };
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private IngestException usedUp(Rule rule, Failure failure) {
    if (rule.said() != Said.NOTHING) {
      return rule.said().about(failure, destination.toString(), "");
    }
    Patience patience = rule.patience();
    return failure.toException(
        "Rows for "
            + destination
            + " were sent again "
            + (retries(patience) == Integer.MAX_VALUE
                ? "for " + longest(patience)
                : retries(patience) + " times")
            + " without success",
        "Nothing is lost: the rows are not acknowledged. Restart when the service is well.");
  }

  /** Lets a failure tell how the trouble began, where that differs. */
  void explain(IngestException stop) {
    Failure began = first;
    if (began != null && began.code() != stop.code()) {
      stop.addSuppressed(began.toException("Rows for " + destination + " were refused first", ""));
    }
  }
}
