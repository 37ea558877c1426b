package dev.penstock.core.job;

import dev.penstock.core.model.Destination;
import dev.penstock.core.model.PartitionSpec;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The table that a job writes, and how. Immutable.
 *
 * @param creates whether an absent table is created
 * @param changes how the job may change the columns of the table
 * @param partition of a table that the job creates; null for none
 * @param clusterBy clustering columns of a table that the job creates
 */
public record JobTarget(
    Destination table,
    WriteDisposition disposition,
    boolean creates,
    Set<SchemaChange> changes,
    @Nullable PartitionSpec partition,
    List<String> clusterBy) {
  /** A change of columns that comes with the rows of a job (RT-091). */
  public enum SchemaChange {
    /** Columns that the job has and the table lacks are added. */
    ALLOW_FIELD_ADDITION,
    /** REQUIRED columns that the job has as NULLABLE become so. */
    ALLOW_FIELD_RELAXATION
  }

  /** Copies the collections, and leaves out changes that the service refuses here. */
  public JobTarget {
    Objects.requireNonNull(table, "table");
    changes =
        disposition == WriteDisposition.APPEND || disposition == WriteDisposition.TRUNCATE_DATA
            ? Set.copyOf(changes)
            : Set.of();
    clusterBy = List.copyOf(clusterBy);
  }

  /** A table that exists, and whose columns stay. */
  public static JobTarget existing(Destination table, WriteDisposition disposition) {
    return new JobTarget(table, disposition, false, Set.of(), null, List.of());
  }

  /** A table that is created if it does not exist, and overwritten if it does. */
  public static JobTarget fresh(
      Destination table, @Nullable PartitionSpec partition, List<String> clusterBy) {
    return new JobTarget(table, WriteDisposition.TRUNCATE, true, Set.of(), partition, clusterBy);
  }

  /** The words of REST v2 for the changes, in one order. */
  List<String> changeWords() {
    return changes.isEmpty()
        ? List.of()
        : EnumSet.copyOf(changes).stream().map(SchemaChange::name).toList();
  }
}
