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
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.RetrySchedule;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.PendingLoad;
import dev.penstock.core.write.WriterOptions;
import java.time.Duration;
import java.util.Map;

/** The ways of rows to one BigQuery: load jobs and pending streams. Thread-safe. */
final class RowRoads implements Loads {
  /** As long as the service lets a load job run (QT-015). */
  private static final Duration JOB_BOUND = Duration.ofHours(6);

  /** What repairs of streams get where no network is in between: about 10 s in all. */
  private static final RetryBudget LOCAL_RECOVERY =
      new RetryBudget(RetrySchedule.exponential(Duration.ofMillis(500), Duration.ofSeconds(2)), 6);

  private static final Duration LOCAL_RETRY_TIMEOUT = Duration.ofSeconds(10);

  private final BigQueryConnection connection;
  private final JobLoadOptions options;
  private final WriterOptions streamOptions;

  RowRoads(BigQueryConnection connection, BigQueryUri to) {
    this.connection = connection;
    JobLoadOptions defaults = JobLoadOptions.defaults();
    this.options =
        new JobLoadOptions(
            defaults.chunkBytes(),
            defaults.blockBytes(),
            to.isLocal() ? Codec.NONE : defaults.codec(),
            defaults.retryTimeout());
    WriterOptions streams = WriterOptions.defaults(false, "penstock:cli");
    this.streamOptions = to.isLocal() ? impatient(streams) : streams;
  }

  /** A server on this machine that is gone does not come back by itself. */
  private static WriterOptions impatient(WriterOptions options) {
    return new WriterOptions(
        options.change(),
        options.maxBatchBytes(),
        options.maxRequestBytes(),
        options.maxInFlightBytes(),
        options.maxConnections(),
        options.maxInFlightRequests(),
        LOCAL_RETRY_TIMEOUT,
        options.appendTimeout(),
        LOCAL_RECOVERY,
        options.destinationIdle(),
        options.multiplexing(),
        options.traceId());
  }

  @Override
  public TableLoad open(LoadRows step, String jobId, Map<String, String> labels) {
    if (step.method() == LoadMethod.STREAMS) {
      return PendingLoad.open(connection, step.table(), streamOptions, Time.SYSTEM);
    }
    return JobLoad.open(
        connection,
        step.table(),
        new LoadJob(jobId, labels, Disposition.APPEND, JOB_BOUND),
        options,
        Time.SYSTEM);
  }
}
