package dev.penstock.cli.load;

import dev.penstock.cli.destination.BigQueryUri;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.load.JobLoad;
import dev.penstock.core.load.JobLoadOptions;
import dev.penstock.core.load.LoadJob;
import dev.penstock.core.load.LoadJob.Disposition;
import dev.penstock.core.load.TableLoad;
import dev.penstock.core.load.file.FileCodec;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.publish.LoadMethod;
import dev.penstock.core.publish.Loads;
import dev.penstock.core.publish.Step.LoadRows;
import dev.penstock.core.time.RetryBudget;
import dev.penstock.core.time.RetrySchedule;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.PendingLoad;
import dev.penstock.core.write.StreamCommitter;
import dev.penstock.core.write.WriterOptions;
import java.time.Duration;
import java.util.Map;

/** The ways of rows to one BigQuery: load jobs and pending streams. Thread-safe. */
final class RowRoads implements Loads {
  /** As long as the service lets a load job run (QT-015). */
  private static final Duration JOB_BOUND = Duration.ofSeconds(ServiceLimits.LOAD_SECONDS.value());

  /** What repairs of streams get where no network is in between: about 10 s in all. */
  private static final RetryBudget LOCAL_RECOVERY =
      new RetryBudget(RetrySchedule.exponential(Duration.ofMillis(500), Duration.ofSeconds(2)), 6);

  private static final Duration LOCAL_RETRY_TIMEOUT = Duration.ofSeconds(10);

  private final BigQueryConnection connection;
  private final JobLoadOptions options;
  private final WriterOptions streamOptions;

  RowRoads(BigQueryConnection connection, BigQueryUri to) {
    this.connection = connection;
    JobLoadOptions.Builder jobs = JobLoadOptions.builder();
    WriterOptions.Builder streams = WriterOptions.builder(false, "penstock:cli");
    if (to.isLocal()) {
      jobs.codec(FileCodec.NONE);
      // A server on this machine that is gone does not come back by itself.
      streams.retryTimeout(LOCAL_RETRY_TIMEOUT).recovery(LOCAL_RECOVERY);
    }
    this.options = jobs.build();
    this.streamOptions = streams.build();
  }

  /** Makes rows of streams readable that an earlier run left. */
  StreamCommitter committer() {
    return new StreamCommitter(connection, streamOptions.recovery(), Time.SYSTEM);
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
