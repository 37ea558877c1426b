package dev.penstock.core.load.run;

import dev.penstock.core.job.JobOutcome;
import dev.penstock.core.job.JobSpec;
import dev.penstock.core.job.SubmittedJob;
import java.time.Duration;

/** Starts jobs and waits for them. Thread-safe. */
public interface JobPort {
  /** Starts a job, or adopts the run that has its id; waits for neither. */
  SubmittedJob submit(JobSpec job);

  /**
   * Waits for the end of a job.
   *
   * @throws dev.penstock.core.error.IngestException with the code of its failure
   */
  JobOutcome await(SubmittedJob job, Duration timeout);
}
