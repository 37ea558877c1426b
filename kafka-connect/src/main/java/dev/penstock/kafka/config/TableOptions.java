package dev.penstock.kafka.config;

import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.PartitionSpec.Granularity;
import dev.penstock.core.model.TableAttributes;
import dev.penstock.core.sequence.SequenceLayout;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.kafka.config.Choices.PartitionType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the sink may do to its tables. Immutable.
 *
 * @param createPrimaryKey whether a new table declares its key
 * @param clusterByPrimaryKey whether a new table without configured clustering is clustered by key
 * @param partition null for none
 * @param partitionExpiration how long a partition is kept; null for ever
 * @param maxStaleness null leaves it alone
 */
public record TableOptions(
    boolean create,
    boolean addColumns,
    boolean relaxRequired,
    boolean createPrimaryKey,
    boolean addPrimaryKey,
    boolean clusterByPrimaryKey,
    List<String> clustering,
    @Nullable PartitionSpec partition,
    @Nullable Duration partitionExpiration,
    @Nullable Duration maxStaleness) {
  /** Copies the list. */
  public TableOptions {
    clustering = List.copyOf(clustering);
  }

  static TableOptions from(Settings settings) {
    long staleness = settings.number(Keys.MAX_STALENESS);
    return new TableOptions(
        settings.flag(Keys.AUTO_CREATE_TABLES),
        settings.flag(Keys.ALLOW_NEW_FIELDS),
        settings.flag(Keys.ALLOW_RELAXATION),
        settings.flag(Keys.CREATE_PRIMARY_KEY),
        settings.flag(Keys.ADD_PRIMARY_KEY),
        settings.flag(Keys.CLUSTER_BY_PRIMARY_KEY),
        settings.list(Keys.CLUSTERING),
        partition(settings),
        settings.isSet(Keys.PARTITION_FIELD)
            ? orNull(settings.number(Keys.PARTITION_EXPIRATION))
            : null,
        staleness < 0 ? null : Duration.ofSeconds(staleness));
  }

  private static @Nullable Duration orNull(long millis) {
    return millis < 0 ? null : Duration.ofMillis(millis);
  }

  private static @Nullable PartitionSpec partition(Settings settings) {
    if (!settings.isSet(Keys.PARTITION_FIELD)) {
      return null;
    }
    PartitionType type = settings.choice(Keys.PARTITION_TYPE, PartitionType.class);
    Granularity granularity =
        type == PartitionType.NONE ? Granularity.DAY : Granularity.valueOf(type.name());
    return new PartitionSpec.ByTime(granularity, settings.text(Keys.PARTITION_FIELD));
  }

  /** The policy of a table that rows are appended to. */
  public TablePolicy forAppends() {
    return common(clustering, Map.of()).createTable(create).build();
  }

  /**
   * The policy of a table that changes are written to.
   *
   * @param layout the layout of its sequence numbers, kept as a label
   */
  public TablePolicy forChanges(List<String> primaryKey, SequenceLayout layout) {
    List<String> columns = clustering;
    if (columns.isEmpty() && clusterByPrimaryKey) {
      columns = TablePolicy.clusteringOf(primaryKey);
    }
    return common(columns, Map.of(SequenceLayout.LABEL_KEY, layout.label()))
        .createTable(create && createPrimaryKey)
        .primaryKey(primaryKey)
        .addPrimaryKey(addPrimaryKey)
        .maxStaleness(maxStaleness)
        .build();
  }

  private TablePolicy.Builder common(List<String> clusteringColumns, Map<String, String> labels) {
    return TablePolicy.builder()
        .addColumns(addColumns)
        .relaxRequired(relaxRequired)
        .clustering(clusteringColumns)
        .partition(partition)
        .attributes(
            TableAttributes.builder()
                .labels(labels)
                .partitionExpiration(partitionExpiration)
                .build());
  }
}
