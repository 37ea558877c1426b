package dev.penstock.local.service;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
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
    /** A permission is denied. */
    DENY,
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
    DROP_STREAM,
    /** The HTTP/2 stream is reset and nothing is done. */
    RESET,
    /** The first object of a load job is deleted before the job reads it. */
    DELETE_SOURCE,
    /** The rows of a query's result are gone when the job ends. */
    EXPIRE_RESULT
  }

  /**
   * A fault that a call meets.
   *
   * @param code a gRPC status name or an HTTP code, alone or with a storage error code or a reason;
   *     of DENY the permission; empty for kinds without one
   * @param message of DENY the resource; empty for the one that the call names
   * @param delay of FAIL and END_CALL when the client shall try again; zero for no word on it
   */
  record Effect(Kind kind, String code, String message, Duration delay) {
    /** The error that it is to REST: {@code 503}, or {@code 403 rateLimitExceeded}. */
    public ServiceException failure() {
      String[] parts = code.split(" ", 2);
      int status = Integer.parseInt(parts[0]);
      return new ServiceException(status, parts.length > 1 ? parts[1] : reason(status), message);
    }

    private static String reason(int status) {
      return switch (status) {
        case 400 -> "invalid";
        case 401 -> "authError";
        case 403 -> "accessDenied";
        case 404 -> "notFound";
        case 409 -> "duplicate";
        case 412 -> "conditionNotMet";
        case 429 -> "rateLimitExceeded";
        case 500, 502, 503, 504 -> "backendError";
        default -> "internalError";
      };
    }

    /** The refusal of the permission that it denies, on a resource when it names none (RT-004). */
    public ServiceException denial(String called) {
      String resource = message.isEmpty() ? called : message;
      return new ServiceException(
          403,
          "accessDenied",
          "Access Denied: "
              + resource
              + ": Permission "
              + code
              + " denied on "
              + resource
              + " (or it may not exist).");
    }

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
   * @param table the table that the call names; null for calls without a table
   */
  Optional<Effect> meet(String method, @Nullable TableId table);

  /**
   * Counts a use of something and says how it is refused, if it is.
   *
   * @param table where, or the project alone with empty names
   * @param amount what is used; of what lasts 1 at its begin and -1 at its end
   */
  default Optional<Effect> use(Usage usage, TableId table, long amount) {
    return Optional.empty();
  }

  /**
   * Counts a use of something by REST.
   *
   * @throws ServiceException when it is refused
   */
  default void require(Usage usage, TableId table, long amount) {
    use(usage, table, amount)
        .ifPresent(
            refusal -> {
              throw refusal.failure();
            });
  }
}
