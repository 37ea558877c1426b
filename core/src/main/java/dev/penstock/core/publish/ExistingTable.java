package dev.penstock.core.publish;

import dev.penstock.core.model.TableSpec;
import dev.penstock.core.table.LiveTable;
import java.util.List;
import java.util.Objects;

/**
 * The target as it stands before a run, as far as a plan depends on it. Immutable.
 *
 * @param defaulted columns with a default expression: a row may lack them
 * @param filterRequired whether queries must name partitions
 * @param streamed whether it holds rows of write streams that still lie in a buffer
 * @param extras what else the table has that a new one in its place would lack, in words, such as
 *     {@code description} or {@code partition expiration}
 */
public record ExistingTable(
    TableSpec spec,
    List<String> defaulted,
    boolean filterRequired,
    boolean streamed,
    List<String> extras) {
  /** Copies the lists. */
  public ExistingTable {
    Objects.requireNonNull(spec, "spec");
    defaulted = List.copyOf(defaulted);
    extras = List.copyOf(extras);
  }

  /**
   * The table that the service showed.
   *
   * @throws dev.penstock.core.error.IngestException TABLE_UNSUITABLE when it is a view or the like
   */
  public static ExistingTable of(LiveTable live) {
    live.requireTable();
    return new ExistingTable(
        new TableSpec(
            live.schema(), live.primaryKey(), live.partition().orElse(null), live.clustering()),
        live.defaultedColumns(),
        live.requiresPartitionFilter(),
        live.hasStreamingBuffer(),
        live.extras());
  }
}
