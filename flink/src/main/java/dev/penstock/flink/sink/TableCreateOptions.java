package dev.penstock.flink.sink;

import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.model.TableAttributes;
import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

/** What a table is created with. A table that exists is left as it is. Immutable. */
@PublicEvolving
public final class TableCreateOptions implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  /** <a href="https://cloud.google.com/bigquery/docs/clustered-tables">Clustered tables</a>. */
  private static final int MAX_CLUSTERED_FIELDS = ServiceLimits.CLUSTERING_COLUMNS.intValue();

  private final @Nullable TimePartitioningType type;
  private final @Nullable String field;
  private final @Nullable Duration expiration;
  private final ArrayList<String> clusteredFields;

  private TableCreateOptions(Builder builder) {
    this.type = builder.type;
    this.field = builder.field;
    this.expiration = builder.expiration;
    this.clusteredFields = new ArrayList<>(builder.clusteredFields);
  }

  /** Nothing set: no partitions, no clustering. */
  public static Builder builder() {
    return new Builder();
  }

  @Nullable PartitionSpec partition() {
    return type == null
        ? null
        : new PartitionSpec.ByTime(PartitionSpec.Granularity.valueOf(type.name()), field);
  }

  TableAttributes attributes() {
    return TableAttributes.builder().partitionExpiration(expiration).build();
  }

  List<String> clusteredFields() {
    return clusteredFields;
  }

  /** Collects options. One owner thread. */
  public static final class Builder {
    private @Nullable TimePartitioningType type;
    private @Nullable String field;
    private @Nullable Duration expiration;
    private List<String> clusteredFields = List.of();

    private Builder() {}

    /** Partitions by the time of ingestion. */
    public Builder timePartitioning(TimePartitioningType partitionType) {
      type = Objects.requireNonNull(partitionType, "type");
      field = null;
      return this;
    }

    /** Partitions by a DATE, DATETIME or TIMESTAMP column. */
    public Builder timePartitioning(TimePartitioningType partitionType, String column) {
      type = Objects.requireNonNull(partitionType, "type");
      field = requireName("field", column);
      return this;
    }

    /** How long a partition is kept, at least 1 ms; default for ever. */
    public Builder timePartitioningExpiration(Duration kept) {
      expiration = Durations.requireAtLeast("timePartitioningExpiration", kept, 1);
      return this;
    }

    /** One to four columns that rows are clustered by, in this order. */
    public Builder clusteredFields(List<String> columns) {
      if (columns.isEmpty() || columns.size() > MAX_CLUSTERED_FIELDS) {
        throw new IllegalArgumentException(
            "clusteredFields: " + columns + " (expected: 1.." + MAX_CLUSTERED_FIELDS + " columns)");
      }
      columns.forEach(column -> requireName("clusteredFields", column));
      clusteredFields = List.copyOf(columns);
      return this;
    }

    private static String requireName(String option, String column) {
      if (column.isBlank()) {
        throw new IllegalArgumentException(option + ": '' (expected: a column name)");
      }
      return column;
    }

    /**
     * The options.
     *
     * @throws IllegalStateException when an expiration is set without partitions
     */
    public TableCreateOptions build() {
      if (expiration != null && type == null) {
        throw new IllegalStateException(
            "timePartitioningExpiration is set without timePartitioning. Set both or neither.");
      }
      return new TableCreateOptions(this);
    }
  }
}
