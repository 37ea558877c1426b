package dev.penstock.core.table;

import dev.penstock.core.model.PartitionSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a writer may do to its table, and how it makes a new one. Immutable.
 *
 * @param createTable whether an absent table is created
 * @param addColumns whether columns that rows carry and the table lacks are added
 * @param relaxRequired whether REQUIRED columns outside the key may be made NULLABLE
 * @param primaryKey key columns for a new table, and checked against an existing one; empty: the
 *     existing table's key decides
 * @param addPrimaryKey whether a key is added to an existing table that has none
 * @param clustering clustering columns of a new table, at most 4
 * @param partitioning partitioning of a new table; null for none
 * @param labels labels of a new table
 * @param maxStaleness the max_staleness of a change table; null leaves it alone
 * @param location where the table must lie, for example {@code EU}; null: anywhere
 */
public record TablePolicy(
    boolean createTable,
    boolean addColumns,
    boolean relaxRequired,
    List<String> primaryKey,
    boolean addPrimaryKey,
    List<String> clustering,
    @Nullable Partitioning partitioning,
    Map<String, String> labels,
    @Nullable Duration maxStaleness,
    @Nullable String location) {
  /** Copies the collections. */
  public TablePolicy {
    primaryKey = List.copyOf(primaryKey);
    clustering = List.copyOf(clustering);
    labels = Map.copyOf(labels);
  }

  /**
   * Time partitioning of a new table.
   *
   * @param by what keeps rows apart
   * @param expiration how long a partition is kept; null for ever
   */
  public record Partitioning(PartitionSpec.ByTime by, @Nullable Duration expiration) {}

  /** Creates tables, adds columns, keyed by these columns and clustered by the first four. */
  public static TablePolicy forChanges(List<String> primaryKey) {
    List<String> clustering = primaryKey.subList(0, Math.min(4, primaryKey.size()));
    return new TablePolicy(
        true, true, false, primaryKey, false, clustering, null, Map.of(), null, null);
  }

  /** Takes the table as it is: nothing is created and nothing changed. */
  public static TablePolicy asItIs() {
    return new TablePolicy(
        false, false, false, List.of(), false, List.of(), null, Map.of(), null, null);
  }

  /** The same, but the max_staleness of the table is left alone. */
  public TablePolicy withoutStaleness() {
    return new TablePolicy(
        createTable,
        addColumns,
        relaxRequired,
        primaryKey,
        addPrimaryKey,
        clustering,
        partitioning,
        labels,
        null,
        location);
  }
}
