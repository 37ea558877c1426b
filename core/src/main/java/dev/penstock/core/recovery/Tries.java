package dev.penstock.core.recovery;

import java.util.EnumMap;
import java.util.Map;

/** How often something failed since it last succeeded, by what it waits for. One owner thread. */
public final class Tries {
  private final Map<Patience, Count> counts = new EnumMap<>(Patience.class);

  private record Count(int failures, long firstNanos) {}

  /** Nothing failed yet. */
  public Tries() {}

  private Tries(Tries other) {
    counts.putAll(other.counts);
  }

  /** The same failures, counted apart from now on. */
  public Tries copy() {
    return new Tries(this);
  }

  /** Notes a failure. */
  public void failed(Patience patience, long nowNanos) {
    Count count = counts.getOrDefault(patience, new Count(0, nowNanos));
    counts.put(patience, new Count(count.failures() + 1, count.firstNanos()));
  }

  /** How often it failed. */
  public int failures(Patience patience) {
    Count count = counts.get(patience);
    return count == null ? 0 : count.failures();
  }

  /** Nanoseconds since it failed first; 0 if it did not. */
  public long elapsedNanos(Patience patience, long nowNanos) {
    Count count = counts.get(patience);
    return count == null ? 0 : nowNanos - count.firstNanos();
  }

  /** Forgets the failures, since something succeeded. */
  public void clear() {
    counts.clear();
  }
}
