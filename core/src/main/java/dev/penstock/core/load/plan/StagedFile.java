package dev.penstock.core.load.plan;

import dev.penstock.core.job.FileFormat;
import dev.penstock.core.model.Destination;
import java.util.Objects;

/**
 * A finished file of rows for one table. Immutable.
 *
 * @param uri its address, for example {@code gs://bucket/name}
 * @param bytes its size
 */
public record StagedFile(Destination destination, FileFormat format, String uri, long bytes) {
  /** Checks that size and address are possible. */
  public StagedFile {
    Objects.requireNonNull(destination, "destination");
    Objects.requireNonNull(format, "format");
    if (uri.isEmpty() || uri.indexOf('*') >= 0) {
      throw new IllegalArgumentException("uri: '" + uri + "' (expected: the address of one file)");
    }
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes: " + bytes + " (expected: at least 0)");
    }
  }
}
