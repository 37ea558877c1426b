package dev.penstock.flink.sink;

import dev.penstock.core.model.Names;
import dev.penstock.core.model.ServiceLimits;
import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.annotation.Experimental;
import org.jspecify.annotations.Nullable;

/** What a table that takes changes is like. Immutable. */
@Experimental
public final class CdcTableOptions implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private static final int MAX_KEY_COLUMNS = ServiceLimits.PRIMARY_KEY_COLUMNS.intValue();

  private final ArrayList<String> primaryKeyColumns;
  private final @Nullable Duration maxStaleness;

  private CdcTableOptions(Builder builder) {
    this.primaryKeyColumns = new ArrayList<>(builder.primaryKeyColumns);
    this.maxStaleness = builder.maxStaleness;
  }

  /** Nothing set: the key of the existing table, its staleness left alone. */
  public static Builder builder() {
    return new Builder();
  }

  List<String> primaryKeyColumns() {
    return primaryKeyColumns;
  }

  /** Null leaves it alone; zero clears it. */
  @Nullable Duration maxStaleness() {
    return maxStaleness;
  }

  /** Collects options. One owner thread. */
  public static final class Builder {
    private List<String> primaryKeyColumns = List.of();
    private @Nullable Duration maxStaleness;

    private Builder() {}

    /** 1 to 16 columns, different without regard to case. */
    public Builder primaryKeyColumns(List<String> columns) {
      int distinct = Names.fold(columns).size();
      boolean blank = columns.stream().anyMatch(String::isBlank);
      if (columns.isEmpty()
          || columns.size() > MAX_KEY_COLUMNS
          || distinct != columns.size()
          || blank) {
        throw new IllegalArgumentException(
            "primaryKeyColumns: "
                + columns
                + " (expected: 1.."
                + MAX_KEY_COLUMNS
                + " different columns)");
      }
      primaryKeyColumns = List.copyOf(columns);
      return this;
    }

    /** How old query results may be; whole microseconds, more than 0. */
    public Builder maxStaleness(Duration duration) {
      boolean whole = duration.truncatedTo(ChronoUnit.MICROS).equals(duration);
      if (duration.isNegative() || duration.isZero() || !whole) {
        throw new IllegalArgumentException(
            "maxStaleness: " + duration + " (expected: whole microseconds, more than 0)");
      }
      maxStaleness = duration;
      return this;
    }

    /** Removes the staleness of the table; the last of this and the above counts. */
    public Builder clearMaxStaleness() {
      maxStaleness = Duration.ZERO;
      return this;
    }

    /** The options. */
    public CdcTableOptions build() {
      return new CdcTableOptions(this);
    }
  }
}
