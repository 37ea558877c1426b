package dev.penstock.core.load.run;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.job.JobOutcome;
import dev.penstock.core.job.JobSpec;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.job.RestCalls;
import dev.penstock.core.job.SubmittedJob;
import dev.penstock.core.time.RetrySchedule;
import dev.penstock.core.time.Time;
import java.time.Duration;

/** The jobs of a connection's project. Thread-safe. */
public final class ServiceJobs implements JobPort {
  /** Jobs of commits take seconds to hours: 1 s doubling to 30 s. */
  public static final RetrySchedule POLLS =
      RetrySchedule.exponential(Duration.ofSeconds(1), Duration.ofSeconds(30));

  private static final Duration CALL_BOUND = Duration.ofMinutes(10);

  private final Jobs jobs;

  /**
   * Jobs that are looked at on a schedule.
   *
   * @param polls how long to wait before a job is looked at again, for example {@link #POLLS}
   */
  public ServiceJobs(BigQueryConnection connection, Time time, RetrySchedule polls) {
    this.jobs =
        new Jobs(connection, new RestCalls(connection.rest(), time, CALL_BOUND), time, polls);
  }

  @Override
  public SubmittedJob submit(JobSpec job) {
    return jobs.submit(job);
  }

  @Override
  public JobOutcome await(SubmittedJob job, Duration timeout) {
    return jobs.await(job.jobId(), job.location(), timeout);
  }
}
