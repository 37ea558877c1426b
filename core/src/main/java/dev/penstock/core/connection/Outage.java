package dev.penstock.core.connection;

import dev.penstock.core.time.Deadline;
import dev.penstock.core.time.Time;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Failures in a row of something that is tried again: warns once, at the second, and tells in the
 * end how often and how long it was tried. One owner thread.
 */
public final class Outage {
  /** Long enough for somebody who starts the server again. */
  private static final Duration GONE_BOUND = Duration.ofSeconds(10);

  private final Time time;
  private final Logger log;
  private int failures;
  private long sinceNanos;
  private @Nullable Deadline gone;

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

  /**
   * How long it may be tried again, in milliseconds: less than the caller allows where the server
   * is gone.
   */
  public long remainingMillis(Failure failure, Deadline deadline) {
    if (!failure.isServerGone()) {
      gone = null;
      return deadline.remainingMillis();
    }
    if (gone == null) {
      gone = Deadline.after(time, GONE_BOUND);
    }
    return Math.min(gone.remainingMillis(), deadline.remainingMillis());
  }

  /** What to do about the last failure, where no server is gone. */
  public static String cureOf(Failure failure, String otherwise) {
    return failure.isServerGone() ? "The server there has ended: start it again." : otherwise;
  }

  /** Forgets the failures, since a try succeeded. */
  public void over() {
    gone = null;
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
