package dev.penstock.core.scan;

import dev.penstock.core.model.Destination;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is to be read. Immutable.
 *
 * @param parentProject the project that owns the session and pays for the read
 * @param selectedFields columns, or fields of structs by a path with dots; empty for all
 * @param rowRestriction a GoogleSQL expression over the table's columns; null for all rows
 * @param snapshotTime the point of time that the rows are read as of, at most 7 days ago; null for
 *     the moment when the session is made
 * @param maxStreamCount how many streams the service may make at most; 0 leaves it to the service
 * @param preferredMinStreamCount how many streams are asked for, without a promise; 0 for no wish
 */
public record ReadRequest(
    String parentProject,
    Destination table,
    List<String> selectedFields,
    @Nullable String rowRestriction,
    @Nullable Instant snapshotTime,
    int maxStreamCount,
    int preferredMinStreamCount) {
  /** Copies the fields and checks the counts. */
  public ReadRequest {
    Objects.requireNonNull(table, "table");
    selectedFields = List.copyOf(selectedFields);
    if (parentProject.isEmpty()) {
      throw new IllegalArgumentException("parentProject: '' (expected: not empty)");
    }
    requireCount("maxStreamCount", maxStreamCount);
    requireCount("preferredMinStreamCount", preferredMinStreamCount);
    if (maxStreamCount > 0 && preferredMinStreamCount > maxStreamCount) {
      throw new IllegalArgumentException(
          "preferredMinStreamCount: "
              + preferredMinStreamCount
              + " (expected: at most maxStreamCount, "
              + maxStreamCount
              + ")");
    }
  }

  private static void requireCount(String name, int count) {
    if (count < 0) {
      throw new IllegalArgumentException(name + ": " + count + " (expected: at least 0)");
    }
  }

  /** All columns and rows of a table as of now, paid by the table's project. */
  public static ReadRequest of(Destination table) {
    return new ReadRequest(table.project(), table, List.of(), null, null, 0, 0);
  }
}
