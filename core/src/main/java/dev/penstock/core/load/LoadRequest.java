package dev.penstock.core.load;

import com.google.api.services.bigquery.model.Job;
import com.google.api.services.bigquery.model.JobConfiguration;
import com.google.api.services.bigquery.model.JobConfigurationLoad;
import com.google.api.services.bigquery.model.JobReference;
import com.google.api.services.bigquery.model.TableReference;
import dev.penstock.core.connection.SchemaForms;
import dev.penstock.core.encode.AvroSchema;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The REST form of a load job. */
final class LoadRequest {
  private LoadRequest() {}

  /**
   * A job that loads an uploaded Avro file into a table that exists. Its schema has just the
   * columns of the file: the others get NULL or their default expression (LD-046).
   *
   * @param reference names the job
   */
  static Job of(JobReference reference, LoadJob job, Destination table, AvroSchema schema) {
    return new Job()
        .setJobReference(reference)
        .setConfiguration(
            new JobConfiguration()
                .setLabels(job.labels())
                .setLoad(
                    new JobConfigurationLoad()
                        .setDestinationTable(
                            new TableReference()
                                .setProjectId(table.project())
                                .setDatasetId(table.dataset())
                                .setTableId(table.table()))
                        .setSchema(SchemaForms.toRest(new TableSchema(schema.columns())))
                        .setSourceFormat("AVRO")
                        .setUseAvroLogicalTypes(true)
                        .setDecimalTargetTypes(List.of("NUMERIC", "BIGNUMERIC"))
                        .setCreateDisposition("CREATE_NEVER")
                        .setWriteDisposition(
                            switch (job.disposition()) {
                              case APPEND -> "WRITE_APPEND";
                              case EMPTY -> "WRITE_EMPTY";
                            })));
  }

  /**
   * The name of a job.
   *
   * @param location where its table lies; null when the service did not say
   */
  static JobReference reference(String project, String jobId, @Nullable String location) {
    return new JobReference().setProjectId(project).setJobId(jobId).setLocation(location);
  }
}
