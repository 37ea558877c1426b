package dev.penstock.core.time;

/** The clock. Thread-safe. Tests pass their own. */
public interface Time {
  /** The clock of this machine. */
  Time SYSTEM = new SystemTime();

  /** Milliseconds since 1970-01-01T00:00:00Z. */
  long currentMillis();

  /** Nanoseconds of a clock that only goes forward; only differences mean something. */
  long nanos();

  /**
   * Waits.
   *
   * @param millis how long, at least 0
   * @throws InterruptedException when the thread was interrupted
   */
  void sleep(long millis) throws InterruptedException;

  /**
   * Waits until it is called or the time is over; may return earlier.
   *
   * @param millis how long, at least 0
   * @throws InterruptedException when the thread was interrupted
   */
  void await(Wakeup wakeup, long millis) throws InterruptedException;
}
