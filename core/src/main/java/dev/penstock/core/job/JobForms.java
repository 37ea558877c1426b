package dev.penstock.core.job;

import com.google.api.services.bigquery.model.Clustering;
import com.google.api.services.bigquery.model.JobConfiguration;
import com.google.api.services.bigquery.model.JobConfigurationLoad;
import com.google.api.services.bigquery.model.JobConfigurationQuery;
import com.google.api.services.bigquery.model.JobConfigurationTableCopy;
import com.google.api.services.bigquery.model.ParquetOptions;
import com.google.api.services.bigquery.model.QueryParameter;
import com.google.api.services.bigquery.model.QueryParameterType;
import com.google.api.services.bigquery.model.QueryParameterValue;
import com.google.api.services.bigquery.model.RangePartitioning;
import com.google.api.services.bigquery.model.TableReference;
import com.google.api.services.bigquery.model.TimePartitioning;
import dev.penstock.core.connection.SchemaForms;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.PartitionSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The REST forms of jobs. Immutable. */
public final class JobForms {
  /**
   * What decimals of files become when the table does not say: the smaller type that holds them.
   */
  private static final List<String> DECIMALS = List.of("NUMERIC", "BIGNUMERIC");

  private JobForms() {}

  static JobConfiguration of(JobSpec job) {
    JobConfiguration configuration = new JobConfiguration().setLabels(job.labels());
    if (job instanceof QueryJob query) {
      return configuration.setQuery(query(query));
    }
    if (job instanceof CopyJob copy) {
      return configuration.setCopy(copy(copy));
    }
    if (job instanceof LoadFilesJob load) {
      return configuration.setLoad(load(load));
    }
    throw new AssertionError(job);
  }

  private static JobConfigurationQuery query(QueryJob job) {
    JobConfigurationQuery query =
        new JobConfigurationQuery().setQuery(job.sql()).setUseLegacySql(false);
    if (!job.parameters().isEmpty()) {
      query
          .setParameterMode("NAMED")
          .setQueryParameters(
              job.parameters().entrySet().stream()
                  .map(parameter -> text(parameter.getKey(), parameter.getValue()))
                  .toList());
    }
    JobTarget target = job.target();
    return target == null
        ? query
        : query
            .setPriority("INTERACTIVE")
            .setDestinationTable(table(target.table()))
            .setCreateDisposition(creation(target))
            .setWriteDisposition(target.disposition().word())
            .setSchemaUpdateOptions(changes(target));
  }

  private static QueryParameter text(String name, String value) {
    return new QueryParameter()
        .setName(name)
        .setParameterType(new QueryParameterType().setType("STRING"))
        .setParameterValue(new QueryParameterValue().setValue(value));
  }

  private static JobConfigurationTableCopy copy(CopyJob job) {
    JobConfigurationTableCopy copy =
        new JobConfigurationTableCopy()
            .setDestinationTable(table(job.target().table()))
            .setCreateDisposition(creation(job.target()))
            .setWriteDisposition(job.target().disposition().word());
    return job.sources().size() == 1
        ? copy.setSourceTable(table(job.sources().get(0)))
        : copy.setSourceTables(job.sources().stream().map(JobForms::table).toList());
  }

  private static JobConfigurationLoad load(LoadFilesJob job) {
    JobTarget target = job.target();
    JobConfigurationLoad load =
        new JobConfigurationLoad()
            .setSourceUris(job.uris())
            .setSourceFormat(job.format().name())
            .setSchema(SchemaForms.toRest(job.schema()))
            .setDecimalTargetTypes(DECIMALS)
            .setDestinationTable(table(target.table()))
            .setCreateDisposition(creation(target))
            .setWriteDisposition(target.disposition().word())
            .setSchemaUpdateOptions(changes(target));
    if (target.partition() != null) {
      load.setTimePartitioning(time(target.partition()))
          .setRangePartitioning(range(target.partition()));
    }
    if (!target.clusterBy().isEmpty()) {
      load.setClustering(new Clustering().setFields(target.clusterBy()));
    }
    return switch (job.format()) {
      case AVRO -> load.setUseAvroLogicalTypes(true);
      // Without it lists load as empty arrays, and the job succeeds (LD-023).
      case PARQUET -> load.setParquetOptions(new ParquetOptions().setEnableListInference(true));
    };
  }

  private static @Nullable List<String> changes(JobTarget target) {
    return target.changes().isEmpty() ? null : target.changeWords();
  }

  private static String creation(JobTarget target) {
    return target.creates() ? "CREATE_IF_NEEDED" : "CREATE_NEVER";
  }

  private static TableReference table(Destination table) {
    return new TableReference()
        .setProjectId(table.project())
        .setDatasetId(table.dataset())
        .setTableId(table.table());
  }

  /** Partitioning by time; null for one of another kind. */
  public static @Nullable TimePartitioning time(PartitionSpec partition) {
    return partition instanceof PartitionSpec.ByTime time
        ? new TimePartitioning().setType(time.granularity().name()).setField(time.column())
        : null;
  }

  /** Partitioning by ranges of numbers; null for one of another kind. */
  public static @Nullable RangePartitioning range(PartitionSpec partition) {
    return partition instanceof PartitionSpec.ByRange range
        ? new RangePartitioning()
            .setField(range.column())
            .setRange(
                new RangePartitioning.Range()
                    .setStart(range.start())
                    .setEnd(range.end())
                    .setInterval(range.interval()))
        : null;
  }
}
