package dev.penstock.core.load.run;

import dev.penstock.core.job.JobTarget.SchemaChange;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.TableSchema;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table that is ready for the jobs of a commit. Immutable.
 *
 * @param schema the columns that jobs name: those of the live table, so that no job asks for a
 *     REQUIRED column that is new
 * @param partition of the table, and so of temporary tables; null for none
 * @param clusterBy clustering columns of the table, and so of temporary tables
 * @param changes how jobs may still change its columns
 * @param location where it lies; null when the service did not say
 */
public record CommitTarget(
    TableSchema schema,
    @Nullable PartitionSpec partition,
    List<String> clusterBy,
    Set<SchemaChange> changes,
    @Nullable String location) {
  /** Copies the collections. */
  public CommitTarget {
    Objects.requireNonNull(schema, "schema");
    clusterBy = List.copyOf(clusterBy);
    changes = Set.copyOf(changes);
  }
}
