package dev.penstock.cli.load;

import dev.penstock.cli.destination.BigQueryUri;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.load.JobLoad;
import dev.penstock.core.load.JobLoadOptions;
import dev.penstock.core.load.JobLoadOptions.Codec;
import dev.penstock.core.load.LoadJob;
import dev.penstock.core.load.LoadJob.Disposition;
import dev.penstock.core.load.TableLoad;
import dev.penstock.core.publish.LoadMethod;
import dev.penstock.core.publish.Loads;
import dev.penstock.core.publish.Step.LoadRows;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.PendingLoad;
import dev.penstock.core.write.WriterOptions;
import java.time.Duration;
import java.util.Map;

/** The ways of rows to one BigQuery: load jobs and pending streams. Thread-safe. */
final class RowRoads implements Loads {
  /** As long as the service lets a load job run (QT-015). */
  private static final Duration JOB_BOUND = Duration.ofHours(6);

  private final BigQueryConnection connection;
  private final JobLoadOptions options;

  RowRoads(BigQueryConnection connection, BigQueryUri to) {
    this.connection = connection;
    JobLoadOptions defaults = JobLoadOptions.defaults();
    this.options =
        new JobLoadOptions(
            defaults.chunkBytes(),
            defaults.blockBytes(),
            to.isLocal() ? Codec.NONE : defaults.codec(),
            defaults.retryTimeout());
  }

  @Override
  public TableLoad open(LoadRows step, String jobId, Map<String, String> labels) {
    if (step.method() == LoadMethod.STREAMS) {
      return PendingLoad.open(
          connection, step.table(), WriterOptions.defaults(false, "penstock:cli"), Time.SYSTEM);
    }
    return JobLoad.open(
        connection,
        step.table(),
        new LoadJob(jobId, labels, Disposition.APPEND, JOB_BOUND),
        options,
        Time.SYSTEM);
  }
}
