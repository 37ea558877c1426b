package dev.penstock.core.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a new table is like, whichever columns its rows need. Immutable.
 *
 * @param primaryKey the columns that tell rows apart; empty for none
 * @param partition null for none
 * @param clusterBy clustering columns in order, at most 4; empty for none
 */
public record TableTemplate(
    List<String> primaryKey,
    @Nullable PartitionSpec partition,
    List<String> clusterBy,
    TableAttributes attributes) {
  /** Copies the lists. */
  public TableTemplate {
    primaryKey = List.copyOf(primaryKey);
    clusterBy = List.copyOf(clusterBy);
    Objects.requireNonNull(attributes, "attributes");
  }

  /** The table with these columns. */
  public TableSpec with(TableSchema schema) {
    return new TableSpec(schema, primaryKey, partition, clusterBy, attributes);
  }
}
