package dev.penstock.core.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a table is like. Immutable.
 *
 * @param primaryKey the columns that tell rows apart; empty for none
 * @param partition null for none
 * @param clusterBy clustering columns in order, at most 4; empty for none
 */
public record TableSpec(
    TableSchema schema,
    List<String> primaryKey,
    @Nullable PartitionSpec partition,
    List<String> clusterBy) {
  /** Copies the lists. */
  public TableSpec {
    Objects.requireNonNull(schema, "schema");
    primaryKey = List.copyOf(primaryKey);
    clusterBy = List.copyOf(clusterBy);
  }
}
