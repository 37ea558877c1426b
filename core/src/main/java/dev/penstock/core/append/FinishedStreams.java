package dev.penstock.core.append;

import dev.penstock.core.model.Destination;
import java.util.List;
import java.util.Objects;

/**
 * Pending streams of one table that take no more rows, and whose rows become readable together by
 * one commit. The service forgets them when no commit comes within a day (WA-030). Immutable.
 *
 * @param parts at least one
 */
public record FinishedStreams(Destination destination, List<Part> parts) {
  /**
   * One stream.
   *
   * @param stream its resource name
   * @param rows how many rows it holds, as the service said
   */
  public record Part(String stream, long rows) {
    /** Checks both. */
    public Part {
      Objects.requireNonNull(stream, "stream");
      if (rows < 1) {
        throw new IllegalArgumentException("rows: " + rows + " (expected: at least 1)");
      }
    }
  }

  /** Copies the list; checks that all are streams of the table. */
  public FinishedStreams {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("parts: 0 (expected: at least 1)");
    }
    for (Part part : parts) {
      if (!part.stream().startsWith(destination.resourceName() + "/streams/")) {
        throw new IllegalArgumentException(
            "parts: " + part.stream() + " (expected: streams of table " + destination + ")");
      }
    }
  }

  /** The names of all streams. */
  public List<String> streams() {
    return parts.stream().map(Part::stream).toList();
  }

  /** How many rows they hold together. */
  public long rows() {
    return parts.stream().mapToLong(Part::rows).sum();
  }
}
