package dev.penstock.core.append;

import dev.penstock.core.model.Destination;
import java.util.Objects;

/**
 * The identity of one write stream. Immutable.
 *
 * @param name the resource name, {@code projects/p/datasets/d/tables/t/streams/s}
 */
public record WriteStream(Destination destination, String name, StreamKind kind) {
  /** Checks that all parts are present. */
  public WriteStream {
    Objects.requireNonNull(destination, "destination");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(kind, "kind");
  }

  /** The default stream of a table. */
  public static WriteStream defaultOf(Destination destination) {
    return new WriteStream(
        destination, destination.resourceName() + "/streams/_default", StreamKind.DEFAULT);
  }
}
