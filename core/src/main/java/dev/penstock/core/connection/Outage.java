package dev.penstock.core.connection;

import dev.penstock.core.time.Time;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * Failures in a row of something that is tried again: warns once, at the second, and tells in the
 * end how often and how long it was tried. One owner thread.
 */
public final class Outage {
  private final Time time;
  private final Logger log;
  private int failures;
  private long sinceNanos;

  /**
   * No failure yet.
   *
   * @param log where the warning goes
   */
  public Outage(Time time, Logger log) {
    this.time = time;
    this.log = log;
    this.sinceNanos = time.nanos();
  }

  /**
   * Notes a failure that is followed by another try.
   *
   * @param what what is tried, for the warning
   * @param patience how long it is tried again, for example {@code for up to 60 s}
   */
  public void failed(String what, Failure failure, String patience) {
    failures++;
    if (failures == 2) {
      log.warn(
          "{} failed: {}. It is tried again {}.", what, withoutStop(failure.reason()), patience);
    }
  }

  /** Forgets the failures, since a try succeeded. */
  public void over() {
    failures = 0;
    sinceNanos = time.nanos();
  }

  /** The failure that nothing follows, with how often and how long it was tried. */
  public Failure last(Failure failure) {
    if (failures == 0) {
      return failure;
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(time.nanos() - sinceNanos);
    return failure.withReason(
        withoutStop(failure.reason())
            + ", after "
            + (failures + 1)
            + " attempts in "
            + (millis < 1000 ? millis + " ms" : millis / 1000 + " s"));
  }

  private static String withoutStop(String reason) {
    return reason.endsWith(".") ? reason.substring(0, reason.length() - 1) : reason;
  }
}
