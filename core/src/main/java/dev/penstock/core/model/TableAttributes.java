package dev.penstock.core.model;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a new table has beside its columns, key and layout; made by a {@link #builder}. Immutable.
 *
 * @param description null for none; at most 16,384 characters
 * @param friendlyName null for none
 * @param labels at most 64
 * @param partitionExpiration how long a partition is kept; null for ever
 * @param requirePartitionFilter whether queries must name partitions
 * @param lifetime after which the service drops the table, from its creation on; null for never
 * @param kmsKeyName the key of Cloud KMS that encrypts the table; null for the service's own
 * @param columns the details of columns by dotted path, without regard to case
 * @see <a href="https://cloud.google.com/bigquery/docs/reference/rest/v2/tables">Tables</a>
 */
public record TableAttributes(
    @Nullable String description,
    @Nullable String friendlyName,
    Map<String, String> labels,
    @Nullable Duration partitionExpiration,
    boolean requirePartitionFilter,
    @Nullable Duration lifetime,
    @Nullable String kmsKeyName,
    Map<String, ColumnDetails> columns) {
  /** Nothing of all this. */
  public static final TableAttributes NONE = builder().build();

  /** Copies the maps. */
  public TableAttributes {
    labels = Map.copyOf(labels);
    columns = Map.copyOf(columns);
  }

  /** The same with more labels. */
  public TableAttributes withLabels(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(labels);
    all.putAll(more);
    return toBuilder().labels(all).build();
  }

  /** The same with another lifetime. */
  public TableAttributes withLifetime(@Nullable Duration other) {
    return toBuilder().lifetime(other).build();
  }

  /** Nothing, until something is set. */
  public static Builder builder() {
    return new Builder();
  }

  /** These attributes, to be changed. */
  public Builder toBuilder() {
    return builder()
        .description(description)
        .friendlyName(friendlyName)
        .labels(labels)
        .partitionExpiration(partitionExpiration)
        .requirePartitionFilter(requirePartitionFilter)
        .lifetime(lifetime)
        .kmsKeyName(kmsKeyName)
        .columns(columns);
  }

  /** Collects attributes; each is described with {@link TableAttributes}. One owner thread. */
  public static final class Builder {
    private @Nullable String description;
    private @Nullable String friendlyName;
    private Map<String, String> labels = Map.of();
    private @Nullable Duration partitionExpiration;
    private boolean requirePartitionFilter;
    private @Nullable Duration lifetime;
    private @Nullable String kmsKeyName;
    private Map<String, ColumnDetails> columns = Map.of();

    private Builder() {}

    /** What the table is for; null for nothing. */
    public Builder description(@Nullable String value) {
      this.description = value;
      return this;
    }

    /** A name for people; null for none. */
    public Builder friendlyName(@Nullable String value) {
      this.friendlyName = value;
      return this;
    }

    /** Labels. */
    public Builder labels(Map<String, String> value) {
      this.labels = value;
      return this;
    }

    /** How long a partition is kept; null for ever. */
    public Builder partitionExpiration(@Nullable Duration value) {
      this.partitionExpiration = value;
      return this;
    }

    /** Whether queries must name partitions. */
    public Builder requirePartitionFilter(boolean value) {
      this.requirePartitionFilter = value;
      return this;
    }

    /** After which the table is dropped; null for never. */
    public Builder lifetime(@Nullable Duration value) {
      this.lifetime = value;
      return this;
    }

    /** {@code projects/p/locations/l/keyRings/r/cryptoKeys/k}; null for none. */
    public Builder kmsKeyName(@Nullable String value) {
      this.kmsKeyName = value;
      return this;
    }

    /** Details of columns by dotted path. */
    public Builder columns(Map<String, ColumnDetails> value) {
      this.columns = value;
      return this;
    }

    /** The attributes. */
    public TableAttributes build() {
      return new TableAttributes(
          description,
          friendlyName,
          labels,
          partitionExpiration,
          requirePartitionFilter,
          lifetime,
          kmsKeyName,
          columns);
    }
  }
}
