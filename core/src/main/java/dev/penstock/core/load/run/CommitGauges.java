package dev.penstock.core.load.run;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What commits are doing at the moment, for metrics. Thread-safe. */
public final class CommitGauges {
  private final AtomicLong loads = new AtomicLong();
  private final AtomicInteger queued = new AtomicInteger();
  private final AtomicInteger active = new AtomicInteger();

  void loadSubmitted() {
    loads.incrementAndGet();
  }

  void queued(int actions) {
    queued.addAndGet(actions);
  }

  void began() {
    queued.decrementAndGet();
    active.incrementAndGet();
  }

  void ended() {
    active.decrementAndGet();
  }

  /** Load jobs that were submitted so far; copies and queries are not counted. */
  public long loadsSubmitted() {
    return loads.get();
  }

  /** Tables of the current phase that wait for their turn. */
  public int queuedDestinations() {
    return queued.get();
  }

  /** Tables of the current phase that are worked for. */
  public int activeDestinations() {
    return active.get();
  }
}
