package dev.penstock.core.table;

import com.google.api.services.bigquery.Bigquery;
import com.google.api.services.bigquery.model.Dataset;
import com.google.api.services.bigquery.model.DatasetReference;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.RestCalls;
import dev.penstock.core.time.Time;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds and creates datasets. Thread-safe; calls wait, at most about a minute each. */
public final class DatasetAdmin {
  private static final Duration BOUND = Duration.ofSeconds(60);

  private final Bigquery rest;
  private final RestCalls calls;

  /** The datasets that a connection reaches. */
  public DatasetAdmin(BigQueryConnection connection, Time time) {
    this.rest = connection.rest();
    this.calls = new RestCalls(connection.rest(), time, BOUND);
  }

  /**
   * Where a dataset lies, for example {@code US}. Empty when it does not exist, or the credentials
   * may not see it.
   */
  public Optional<String> findLocation(String project, String dataset) {
    try {
      Dataset found =
          calls.run(
              "Reading dataset " + project + "." + dataset,
              () -> rest.datasets().get(project, dataset).execute());
      return Optional.of(String.valueOf(found.getLocation()));
    } catch (IngestException e) {
      // The answer for a dataset does not always name it, so its code can be that of tables.
      if (e.code() == ErrorCode.DATASET_NOT_FOUND || e.code() == ErrorCode.TABLE_NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Creates a dataset; one that was created meanwhile is no failure.
   *
   * @param location where its data lies; null lets the service decide
   */
  public void create(String project, String dataset, @Nullable String location) {
    Dataset wanted =
        new Dataset()
            .setDatasetReference(new DatasetReference().setProjectId(project).setDatasetId(dataset))
            .setLocation(location);
    try {
      Dataset unused =
          calls.run(
              "Creating dataset " + project + "." + dataset,
              () -> rest.datasets().insert(project, wanted).execute());
    } catch (IngestException e) {
      if (e.code() != ErrorCode.ALREADY_EXISTS) {
        throw e;
      }
    }
  }
}
