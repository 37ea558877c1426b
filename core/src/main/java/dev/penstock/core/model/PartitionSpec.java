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

  /** What {@link #takes} allows, in words. */
  String RULE =
      "HOUR of TIMESTAMP or DATETIME; DAY, MONTH or YEAR of those or of DATE; ranges of INT64";

  /** Whether rows can be kept apart so by a column (RT-025, RT-026). */
  default boolean takes(Column by) {
    if (by.mode() == ColumnMode.REPEATED) {
      return false;
    }
    return this instanceof ByTime time
        ? by.type() == ColumnType.TIMESTAMP
            || by.type() == ColumnType.DATETIME
            || (by.type() == ColumnType.DATE && time.granularity != Granularity.HOUR)
        : by.type() == ColumnType.INT64;
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
