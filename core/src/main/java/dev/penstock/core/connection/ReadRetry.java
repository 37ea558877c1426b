package dev.penstock.core.connection;

import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether a failed read may go on where it stopped (RA-029, RA-046). A read changes nothing, so the
 * rules are narrower than those of writes: what the service does not name as passing is final.
 * Immutable.
 */
public sealed interface ReadRetry {
  /** Trying again later may help; the caller's schedule says when. */
  record Backoff() implements ReadRetry {}

  /** The connection broke, not the service: trying again at once may help. */
  record AtOnce() implements ReadRetry {}

  /** The service named the delay. */
  record After(Duration delay) implements ReadRetry {}

  /** Trying again does not help. */
  record Never() implements ReadRetry {}

  /** The rule for a call that ended. */
  static ReadRetry of(Status status, @Nullable Metadata trailers) {
    return switch (status.getCode()) {
      case UNAVAILABLE -> new Backoff();
      case INTERNAL ->
          ServiceTexts.tellsTransportFault(String.valueOf(status.getDescription()))
              ? new AtOnce()
              : new Never();
      case RESOURCE_EXHAUSTED -> {
        Duration delay = RetryDelays.find(status, trailers);
        yield delay == null ? new Never() : new After(delay);
      }
      case OK,
          CANCELLED,
          UNKNOWN,
          INVALID_ARGUMENT,
          DEADLINE_EXCEEDED,
          NOT_FOUND,
          ALREADY_EXISTS,
          PERMISSION_DENIED,
          FAILED_PRECONDITION,
          ABORTED,
          OUT_OF_RANGE,
          UNIMPLEMENTED,
          DATA_LOSS,
          UNAUTHENTICATED ->
          new Never();
    };
  }
}
