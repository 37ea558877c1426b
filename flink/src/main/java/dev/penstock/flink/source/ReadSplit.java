package dev.penstock.flink.source;

import java.time.Instant;
import java.util.Objects;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * One stream of the read session, and how far it was read. Immutable.
 *
 * @param stream the stream's name, which is the split's id
 * @param offset how many of its rows were emitted
 * @param avroSchema the session's schema as JSON
 * @param expiresAt when the session expires
 */
record ReadSplit(String stream, long offset, String avroSchema, Instant expiresAt)
    implements SourceSplit {
  ReadSplit {
    Objects.requireNonNull(stream, "stream");
    Objects.requireNonNull(avroSchema, "avroSchema");
    Objects.requireNonNull(expiresAt, "expiresAt");
  }

  @Override
  public String splitId() {
    return stream;
  }

  ReadSplit at(long newOffset) {
    return new ReadSplit(stream, newOffset, avroSchema, expiresAt);
  }
}
