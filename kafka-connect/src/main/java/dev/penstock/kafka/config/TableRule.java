package dev.penstock.kafka.config;

import dev.penstock.core.model.ServiceLimits;
import dev.penstock.kafka.config.Choices.PartitionType;

/** Partitioning, clustering and keys of new tables. */
final class TableRule implements Rule {
  private static final int MAX_CLUSTERING_COLUMNS = ServiceLimits.CLUSTERING_COLUMNS.intValue();
  private static final int MAX_KEY_COLUMNS = ServiceLimits.PRIMARY_KEY_COLUMNS.intValue();

  @Override
  public void check(Settings settings, Findings findings) {
    int clustering = settings.list(Keys.CLUSTERING).size();
    if (clustering > MAX_CLUSTERING_COLUMNS) {
      findings.error(
          Keys.CLUSTERING,
          "clusteringPartitionFieldNames: "
              + clustering
              + " columns (expected: at most "
              + MAX_CLUSTERING_COLUMNS
              + ")");
    }
    boolean typed =
        settings.isSet(Keys.PARTITION_TYPE)
            && settings.choice(Keys.PARTITION_TYPE, PartitionType.class) != PartitionType.NONE;
    if (typed && !settings.isSet(Keys.PARTITION_FIELD) && !ChangeOptions.isEnabled(settings)) {
      findings.error(
          Keys.PARTITION_FIELD,
          "timestampPartitionFieldName: missing (expected: a column with timePartitioningType="
              + settings.text(Keys.PARTITION_TYPE)
              + ", because partitions by arrival are not supported). Name a column, or set"
              + " timePartitioningType=NONE.");
    }
    ChangeOptions.from(settings)
        .primaryKeys()
        .forEach(
            (table, columns) -> {
              if (columns.size() > MAX_KEY_COLUMNS) {
                findings.error(
                    Keys.PRIMARY_KEY_FIELDS,
                    "cdcPrimaryKeyFields: "
                        + columns.size()
                        + " columns (expected: at most "
                        + MAX_KEY_COLUMNS
                        + ", the service's limit). Name fewer.");
              }
            });
    if (settings.number(Keys.BATCH_BYTES) > settings.number(Keys.REQUEST_MAX_BYTES)) {
      findings.error(
          Keys.BATCH_BYTES,
          "appendBatchBytes: "
              + settings.number(Keys.BATCH_BYTES)
              + " (expected: at most appendRequestMaxBytes="
              + settings.number(Keys.REQUEST_MAX_BYTES)
              + "). Lower it, or raise appendRequestMaxBytes.");
    }
  }
}
