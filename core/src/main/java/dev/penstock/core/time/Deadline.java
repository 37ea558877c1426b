package dev.penstock.core.time;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A point of a clock that only goes forward, by which something must be done. Immutable. */
public final class Deadline {
  private final Time time;
  private final long atNanos;

  private Deadline(Time time, long atNanos) {
    this.time = time;
    this.atNanos = atNanos;
  }

  /** The point that lies this far ahead. */
  public static Deadline after(Time time, Duration duration) {
    return new Deadline(time, time.nanos() + duration.toNanos());
  }

  /** Whether the point is reached or passed. */
  public boolean isReached() {
    return time.nanos() - atNanos >= 0;
  }

  /** Milliseconds left, rounded up; 0 when the point is reached or passed. */
  public long remainingMillis() {
    long nanos = atNanos - time.nanos();
    return nanos <= 0 ? 0 : (nanos + 999_999) / TimeUnit.MILLISECONDS.toNanos(1);
  }
}
