package dev.penstock.core.load;

import com.google.api.client.http.GenericUrl;
import com.google.api.client.http.json.JsonHttpContent;
import com.google.api.services.bigquery.Bigquery;
import com.google.api.services.bigquery.model.Job;
import com.google.api.services.bigquery.model.JobConfiguration;
import com.google.api.services.bigquery.model.JobConfigurationLoad;
import com.google.api.services.bigquery.model.JobReference;
import com.google.api.services.bigquery.model.TableReference;
import dev.penstock.core.connection.SchemaForms;
import dev.penstock.core.encode.AvroSchema;
import dev.penstock.core.load.store.UploadStart;
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

  /** How the upload of the file of a job begins; the job begins when it ends. */
  static UploadStart upload(Bigquery rest, Job job) {
    String jobId = job.getJobReference().getJobId();
    GenericUrl url = new GenericUrl(rest.getRootUrl());
    url.appendRawPath("upload/" + rest.getServicePath());
    url.getPathParts().remove(url.getPathParts().size() - 1);
    url.getPathParts().addAll(List.of("projects", job.getJobReference().getProjectId(), "jobs"));
    url.put("uploadType", "resumable");
    return new UploadStart(
        "job " + jobId,
        "the rows of job " + jobId,
        "Grant the credentials roles/bigquery.dataEditor on the dataset and"
            + " roles/bigquery.jobUser on the project.",
        url,
        new JsonHttpContent(rest.getJsonFactory(), job));
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
