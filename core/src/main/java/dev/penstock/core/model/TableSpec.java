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
 * @param attributes what it has beside columns, key and layout
 */
public record TableSpec(
    TableSchema schema,
    List<String> primaryKey,
    @Nullable PartitionSpec partition,
    List<String> clusterBy,
    TableAttributes attributes) {
  /** Copies the lists. */
  public TableSpec {
    Objects.requireNonNull(schema, "schema");
    primaryKey = List.copyOf(primaryKey);
    clusterBy = List.copyOf(clusterBy);
    Objects.requireNonNull(attributes, "attributes");
  }

  /** A table with nothing but columns, key and layout. */
  public TableSpec(
      TableSchema schema,
      List<String> primaryKey,
      @Nullable PartitionSpec partition,
      List<String> clusterBy) {
    this(schema, primaryKey, partition, clusterBy, TableAttributes.NONE);
  }

  /** The same table with other attributes. */
  public TableSpec withAttributes(TableAttributes other) {
    return new TableSpec(schema, primaryKey, partition, clusterBy, other);
  }
}
