package dev.penstock.core.write;

import dev.penstock.core.model.Destination;
import java.util.Objects;

/**
 * How far a buffered stream was written: every row before {@code nextOffset} is stored, and becomes
 * readable once the position is committed. Immutable.
 *
 * @param stream the resource name of the stream
 * @param nextOffset the number of rows written, which is the place of the next one
 */
public record StreamPosition(Destination destination, String stream, long nextOffset) {
  /** Checks the parts. */
  public StreamPosition {
    Objects.requireNonNull(destination, "destination");
    Objects.requireNonNull(stream, "stream");
    if (!stream.startsWith(destination.resourceName() + "/streams/")) {
      throw new IllegalArgumentException(
          "stream: " + stream + " (expected: a stream of table " + destination + ")");
    }
    if (nextOffset < 0) {
      throw new IllegalArgumentException("nextOffset: " + nextOffset + " (expected: at least 0)");
    }
  }
}
