package dev.penstock.local.service;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where a front end asks whether a call meets a scripted fault. Thread-safe. */
public interface FaultPoint {
  /** What happens to a call. */
  enum Kind {
    /** An error as the answer. */
    FAIL,
    /** The call ends with an error. */
    END_CALL,
    /** The call waits, then goes on. */
    DELAY,
    /** The connection is cut and nothing is done. */
    CUT_BEFORE,
    /** The work is done and the connection is cut instead of an answer. */
    CUT_AFTER,
    /** Nothing is done and there is never an answer. */
    HANG,
    /** The work is done and there is never an answer. */
    HANG_AFTER,
    /** The write stream that the call names is finalized, then the call goes on. */
    FINALIZE_STREAM,
    /** The write stream that the call names is forgotten, then the call goes on. */
    DROP_STREAM
  }

  /**
   * A fault that a call meets.
   *
   * @param code a gRPC status name or an HTTP code, alone or with a storage error code or a reason;
   *     empty for kinds without one
   */
  record Effect(Kind kind, String code, String message, Duration delay) {
    /** Waits as long as the effect asks. */
    public void sleep() {
      try {
        Thread.sleep(delay.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Counts a call and says what it meets.
   *
   * @param table the table id without project and dataset; null for calls without a table
   */
  Optional<Effect> meet(String method, @Nullable String table);
}
