package dev.penstock.local.service;

import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a job wants the table laid out that it creates (RT-105). Immutable.
 *
 * @param partitioning null for none
 * @param clustering the columns; empty for none
 */
public record TableLayout(@Nullable Partitioning partitioning, List<String> clustering) {
  /** No wishes. */
  public static final TableLayout NONE = new TableLayout(null, List.of());

  /** Copies the columns. */
  public TableLayout {
    clustering = List.copyOf(clustering);
  }

  /** A table with this layout. */
  TableMetadata applyTo(TableMetadata table) {
    return table.withPartitioning(partitioning).withClustering(clustering);
  }
}
