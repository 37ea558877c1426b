package dev.penstock.core.metrics;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.Destination;

/**
 * What writers report. Calls come from the owner thread of the writers. Implementations must not
 * block.
 */
public interface WriteMetrics {
  /** Counts nothing. */
  WriteMetrics NONE = new WriteMetrics() {};

  /** Rows and bytes were acknowledged. */
  default void acknowledged(Destination destination, long rows, long bytes) {}

  /** A batch was acknowledged so many nanoseconds after its latest request. */
  default void latency(Destination destination, long nanos) {}

  /**
   * Rows are sent again to a default stream although an earlier request may have stored them: they
   * may be there twice.
   */
  default void possiblyRepeated(Destination destination, long rows) {}

  /** A row was rejected. */
  default void rejected(Destination destination, ErrorCode code) {}

  /** A batch is sent again. */
  default void retried(Destination destination, ErrorCode code) {}

  /** Nothing came for a destination for so long that its writer is closed. */
  default void forgotten(Destination destination) {}

  /** Rows and bytes that wait for an answer, over all destinations. */
  default void inFlight(long requests, long bytes) {}

  /** Age of the oldest row without an answer, in milliseconds; 0 when there is none. */
  default void oldestUnacknowledged(long ageMs) {}

  /** A failure that a user should see, already free of row content. */
  default void failed(Destination destination, ErrorCode code, String message) {}
}
