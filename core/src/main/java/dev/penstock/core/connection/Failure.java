package dev.penstock.core.connection;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import io.grpc.Status;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the service, or the way to it, answered instead of a success. Immutable.
 *
 * @param masked whether it is a denial, which leaves open if the table is absent, young or only
 *     hidden (WA-195)
 * @param reason the service's own words, for the "why" of a message
 * @param cause what a client library threw; null when the answer was data
 * @param status the code that came over gRPC; null when the failure came another way
 * @param retryAfter how long the service asks to wait before the next try; zero when it does not
 * @param rowsNamed whether the answer names rows at fault
 * @param spent whether a quota of longer than a moment is used up
 */
public record Failure(
    ErrorCode code,
    boolean masked,
    String reason,
    @Nullable Throwable cause,
    Status.@Nullable Code status,
    Duration retryAfter,
    boolean rowsNamed,
    boolean spent) {
  /** Checks that code and reason are present. */
  public Failure {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(reason, "reason");
  }

  /** A failure that no library threw. */
  public static Failure of(ErrorCode code, String reason) {
    return of(code, reason, null);
  }

  static Failure of(ErrorCode code, String reason, @Nullable Throwable cause) {
    return new Failure(code, false, reason, cause, null, Duration.ZERO, false, false);
  }

  /** Whether nobody listens there, on this machine: waiting alone will not help. */
  public boolean isServerGone() {
    return cause instanceof ServerGoneException;
  }

  /** The same failure, understood better. */
  public Failure withCode(ErrorCode other) {
    return new Failure(other, masked, reason, cause, status, retryAfter, rowsNamed, spent);
  }

  /** The same failure in other words. */
  public Failure withReason(String other) {
    return new Failure(code, masked, other, cause, status, retryAfter, rowsNamed, spent);
  }

  Failure withCause(Throwable other) {
    return new Failure(code, masked, reason, other, status, retryAfter, rowsNamed, spent);
  }

  Failure withRetryAfter(Duration other) {
    return new Failure(code, masked, reason, cause, status, other, rowsNamed, spent);
  }

  Failure withQuotaSpent() {
    return new Failure(code, masked, reason, cause, status, retryAfter, rowsNamed, true);
  }

  Failure withRowsNamed() {
    return new Failure(code, masked, reason, cause, status, retryAfter, true, spent);
  }

  /**
   * How long to wait before the next try, in milliseconds: what the service asks for if that is
   * longer than one's own delay.
   *
   * @param own one's own delay
   * @param most the longest wait that the service is granted
   */
  public long delayMillis(long own, Duration most) {
    Duration asked = retryAfter.compareTo(most) < 0 ? retryAfter : most;
    return Math.max(own, asked.toMillis());
  }

  /**
   * The exception of this failure.
   *
   * @param what what failed, with its values, without a full stop
   * @param cure what to do, as a sentence; empty when there is nothing to say
   */
  public IngestException toException(String what, String cure) {
    String why = reason.endsWith(".") || reason.endsWith("?") ? reason : reason + ".";
    return new IngestException(code, what + ": " + why + (cure.isEmpty() ? "" : " " + cure), cause);
  }
}
