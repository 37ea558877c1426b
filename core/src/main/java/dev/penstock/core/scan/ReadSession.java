package dev.penstock.core.scan;

import java.time.Instant;
import java.util.List;

/**
 * One snapshot of a table, divided into streams. Immutable.
 *
 * @param streams names of the streams; a small or empty table has one
 * @param avroSchema the Avro schema of the rows, as JSON
 * @param expiresAt when the service forgets it; at least six hours after it was made (RA-007)
 */
public record ReadSession(String name, List<String> streams, String avroSchema, Instant expiresAt) {
  /** Copies the streams. */
  public ReadSession {
    streams = List.copyOf(streams);
  }
}
