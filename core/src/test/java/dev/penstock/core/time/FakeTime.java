package dev.penstock.core.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that moves only when told: {@code sleep} moves it by the time asked for and returns at
 * once. Thread-safe.
 */
public final class FakeTime implements Time {
  private final long startMillis;
  private final AtomicLong elapsedNanos = new AtomicLong();
  private final AtomicLong sleptMillis = new AtomicLong();
  private final AtomicLong readings = new AtomicLong();

  /** A clock that shows 2026-01-01T00:00:00Z. */
  public FakeTime() {
    this(Instant.parse("2026-01-01T00:00:00Z"));
  }

  /** A clock that shows an instant. */
  public FakeTime(Instant start) {
    this.startMillis = start.toEpochMilli();
  }

  @Override
  public long currentMillis() {
    return startMillis + TimeUnit.NANOSECONDS.toMillis(elapsedNanos.get());
  }

  @Override
  public long nanos() {
    readings.incrementAndGet();
    return elapsedNanos.get();
  }

  @Override
  public void sleep(long millis) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before a sleep of " + millis + " ms");
    }
    sleptMillis.addAndGet(millis);
    advance(Duration.ofMillis(millis));
  }

  /** Moves the clock by a millisecond, so that the caller looks again. */
  @Override
  public void await(Wakeup wakeup, long millis) throws InterruptedException {
    sleep(Math.min(millis, 1));
  }

  /** Moves the clock forward. */
  public void advance(Duration duration) {
    elapsedNanos.addAndGet(duration.toNanos());
  }

  /** All milliseconds that callers slept. */
  public long sleptMillis() {
    return sleptMillis.get();
  }

  /** How often the clock that only goes forward was read. */
  public long readings() {
    return readings.get();
  }
}
