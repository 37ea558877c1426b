package dev.penstock.kafka.route;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what routing did. Thread-safe: one thread counts, any thread reads. */
public final class RouteCounters {
  private final Map<DropReason, AtomicLong> dropped = new EnumMap<>(DropReason.class);
  private final AtomicLong hintsOfPartialDeletes = new AtomicLong();

  /** All zero. */
  public RouteCounters() {
    for (DropReason reason : DropReason.values()) {
      dropped.put(reason, new AtomicLong());
    }
  }

  /** Counts a dropped record. */
  public void countDropped(DropReason reason) {
    counter(reason).incrementAndGet();
  }

  /** How many records were dropped for a reason. */
  public long dropped(DropReason reason) {
    return counter(reason).get();
  }

  private AtomicLong counter(DropReason reason) {
    AtomicLong counter = dropped.get(reason);
    if (counter == null) {
      throw new AssertionError(reason);
    }
    return counter;
  }

  void countPartialDelete() {
    hintsOfPartialDeletes.incrementAndGet();
  }

  /** How many deletes looked as if the source had not logged the whole old row. */
  public long partialDeletes() {
    return hintsOfPartialDeletes.get();
  }
}
