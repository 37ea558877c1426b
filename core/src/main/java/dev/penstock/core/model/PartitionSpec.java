package dev.penstock.core.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** By what the rows of a table are kept apart. Immutable. */
public sealed interface PartitionSpec {
  /** The length of the time that one partition holds. */
  enum Granularity {
    HOUR,
    DAY,
    MONTH,
    YEAR
  }

  /**
   * By the time in a column, or by when a row came in.
   *
   * @param column the column; null for the time a row came in
   */
  record ByTime(Granularity granularity, @Nullable String column) implements PartitionSpec {
    /** Checks the granularity. */
    public ByTime {
      Objects.requireNonNull(granularity, "granularity");
    }

    @Override
    public String toString() {
      return granularity + " of " + (column == null ? "the time a row came in" : column);
    }
  }

  /**
   * By ranges of an INT64 column.
   *
   * @param start the first number of the first range
   * @param end the number after the last range
   * @param interval the length of a range
   */
  record ByRange(String column, long start, long end, long interval) implements PartitionSpec {
    @Override
    public String toString() {
      return "ranges of " + column + " from " + start + " to " + end + " by " + interval;
    }
  }

  /** The partitioning column; null where rows are kept by when they came in. */
  @Nullable String column();

  /** Whether both keep the same rows apart; names do not differ by case. */
  default boolean isSame(PartitionSpec other) {
    if (this instanceof ByTime a && other instanceof ByTime b) {
      return a.granularity == b.granularity
          && (a.column == null ? b.column == null : a.column.equalsIgnoreCase(b.column));
    }
    if (this instanceof ByRange a && other instanceof ByRange b) {
      return a.column.equalsIgnoreCase(b.column)
          && a.start == b.start
          && a.end == b.end
          && a.interval == b.interval;
    }
    return false;
  }
}
