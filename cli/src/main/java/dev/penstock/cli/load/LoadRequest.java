package dev.penstock.cli.load;

import dev.penstock.cli.destination.BigQueryUri;
import dev.penstock.cli.destination.LoadChoice;
import dev.penstock.cli.source.SourceUri;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.publish.Strategy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one run shall do. Immutable.
 *
 * @param sourceTable the table of a database; null for a file
 * @param dataset the dataset of the target
 * @param into the target; null: it has the name of the source
 * @param primaryKey what tells rows apart, as the source or the table spells it; empty: what the
 *     source declares
 * @param newestBy the column whose greatest value wins among rows of one key; null: the last row
 * @param partition null leaves what is there
 * @param clusterBy empty leaves what is there, or the default of a new table
 * @param columns types that are settled before the source is read
 * @param relax whether REQUIRED columns that the rows may leave NULL become NULLABLE
 * @param createDataset whether a dataset that does not exist is created
 * @param runIdGiven whether the user named the run, to repeat it
 */
public record LoadRequest(
    SourceUri from,
    @Nullable String sourceTable,
    BigQueryUri to,
    String dataset,
    @Nullable String into,
    Strategy strategy,
    List<String> primaryKey,
    @Nullable String newestBy,
    @Nullable PartitionSpec partition,
    List<String> clusterBy,
    List<Column> columns,
    LoadChoice method,
    boolean relax,
    boolean createDataset,
    String runId,
    boolean runIdGiven) {
  /** Copies the lists. */
  public LoadRequest {
    primaryKey = List.copyOf(primaryKey);
    clusterBy = List.copyOf(clusterBy);
    columns = List.copyOf(columns);
  }
}
