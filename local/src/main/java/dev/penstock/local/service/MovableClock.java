package dev.penstock.local.service;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that can be put forward, so that what takes days can be tested. Thread-safe. */
public final class MovableClock implements InstantSource {
  /** What is to happen later must have a time too. */
  private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

  /** Keeps how far a clock is ahead for the next start. */
  public interface Memory {
    /** Does so durably. */
    void keep(Duration ahead);
  }

  private final InstantSource base;
  private final Memory memory;
  private volatile Duration ahead;

  /** Goes as another clock does, until it is put forward. */
  public MovableClock(InstantSource base) {
    this(base, Duration.ZERO, ahead -> {});
  }

  /**
   * Goes as far ahead of another clock as it was, until it is put forward.
   *
   * @param memory asked before the clock moves
   */
  public MovableClock(InstantSource base, Duration ahead, Memory memory) {
    this.base = base;
    this.ahead = ahead;
    this.memory = memory;
  }

  @Override
  public Instant instant() {
    return base.instant().plus(ahead);
  }

  /** How far it was put forward. */
  public Duration ahead() {
    return ahead;
  }

  /**
   * Puts it forward.
   *
   * @throws IllegalArgumentException for a negative duration: time never goes back, because etags,
   *     offsets and tombstones rely on it; and beyond the year 9998
   */
  public synchronized void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException("advance: " + by + " (expected: zero or more)");
    }
    if (by.compareTo(Duration.between(instant(), LATEST)) > 0) {
      throw new IllegalArgumentException("advance: " + by + " (expected: until " + LATEST + ")");
    }
    Duration moved = ahead.plus(by);
    memory.keep(moved);
    ahead = moved;
  }
}
