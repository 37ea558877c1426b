package dev.penstock.local.catalog;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of a table except its rows. Immutable.
 *
 * @param physicalName the generated name of its DuckDB table, for example {@code t_000042}
 * @param fields the columns; empty for a table without a schema (RT-040)
 * @param primaryKey the key columns; empty for none
 * @param clustering the clustering columns; empty for none
 * @param partitioning the {@code timePartitioning} or {@code rangePartitioning} resource as REST
 *     shows it; null for none
 * @param options options that only SQL sets, by name, as the text of INFORMATION_SCHEMA: {@code
 *     max_staleness} to {@code 0-0 0 0:10:0}
 * @param changed whether UPSERT or DELETE rows were ever streamed to it (CDC-051)
 */
public record TableMetadata(
    TableId id,
    String physicalName,
    String etag,
    long creationMillis,
    long modifiedMillis,
    List<Field> fields,
    List<String> primaryKey,
    List<String> clustering,
    @Nullable Partitioning partitioning,
    Map<String, String> labels,
    Map<String, String> options,
    @Nullable String description,
    @Nullable String friendlyName,
    @Nullable Long expirationMillis,
    boolean changed) {

  /** Partitioning as REST shows it. */
  public record Partitioning(
      String type, @Nullable String field, @Nullable Long expirationMs, boolean requireFilter) {}

  /** Copies the collections. */
  public TableMetadata {
    fields = List.copyOf(fields);
    primaryKey = List.copyOf(primaryKey);
    clustering = List.copyOf(clustering);
    labels = Map.copyOf(labels);
    options = Map.copyOf(options);
  }
}
