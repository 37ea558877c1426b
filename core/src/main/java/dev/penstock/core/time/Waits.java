package dev.penstock.core.time;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;

/** Waits on the caller's thread, which an interrupt ends. Thread-safe. */
public final class Waits {
  private Waits() {}

  /**
   * Waits so long.
   *
   * @param what what is interrupted, for the message: a subject such as {@code Changing table t}
   * @throws IngestException with {@code INTERRUPTED}, and the thread's flag set
   */
  public static void pause(Time time, String what, long millis) {
    try {
      time.sleep(millis);
    } catch (InterruptedException e) {
      throw interrupted(what, e);
    }
  }

  /**
   * Waits until it is called or the time is over; may return earlier.
   *
   * @param what what is interrupted, as for {@link #pause}
   * @throws IngestException with {@code INTERRUPTED}, and the thread's flag set
   */
  public static void await(Time time, String what, Wakeup wakeup, long millis) {
    try {
      time.await(wakeup, millis);
    } catch (InterruptedException e) {
      throw interrupted(what, e);
    }
  }

  /** Sets the thread's flag again, and makes what is thrown in place of the given exception. */
  public static IngestException interrupted(String what, InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IngestException(ErrorCode.INTERRUPTED, what + " was interrupted.", e);
  }
}
