package dev.penstock.core.job;

import com.google.api.services.bigquery.Bigquery;
import com.google.api.services.bigquery.model.ErrorProto;
import com.google.api.services.bigquery.model.GetQueryResultsResponse;
import com.google.api.services.bigquery.model.Job;
import com.google.api.services.bigquery.model.JobReference;
import com.google.api.services.bigquery.model.TableRow;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.connection.Failures;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.time.Deadline;
import dev.penstock.core.time.RetrySchedule;
import dev.penstock.core.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs jobs: submits or adopts, polls, and cancels what takes too long. Immutable; a run waits on
 * the caller's thread.
 */
public final class Jobs {
  private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);

  /** Grows slowly, so that nobody waits more than a tenth longer than the job took. */
  private static final RetrySchedule SOON =
      RetrySchedule.growing(Duration.ofMillis(50), 1.1, Duration.ofSeconds(2));

  private static final int MAX_ATTEMPTS = 10;

  private final Bigquery rest;
  private final String project;
  private final RestCalls calls;
  private final Time time;
  private final RetrySchedule polls;

  /** Jobs of the connection's project, whose ends are seen soon. */
  public Jobs(BigQueryConnection connection, RestCalls calls, Time time) {
    this(connection, calls, time, SOON);
  }

  /**
   * Jobs of the connection's project.
   *
   * @param polls how long to wait before a job is looked at again
   */
  public Jobs(BigQueryConnection connection, RestCalls calls, Time time, RetrySchedule polls) {
    this.rest = connection.rest();
    this.project = connection.project();
    this.calls = calls;
    this.time = time;
    this.polls = polls;
  }

  /**
   * Runs a job to its end, or waits for the run that has its id already. A run that failed before
   * is not adopted: the job runs anew under the id with a number.
   *
   * @throws IngestException with the code of the job's failure, or TIMEOUT after a cancel
   */
  public JobOutcome run(JobSpec job) {
    return JobAnswers.outcomeOf(
        finish(start(job), Deadline.after(time, job.timeout()), job.timeout()));
  }

  /**
   * Starts a job, or adopts the run that has its id already; waits for neither. A run that failed
   * before is not adopted: the job runs anew under the id with a number.
   */
  public SubmittedJob submit(JobSpec job) {
    JobReference reference = start(job).getJobReference();
    return new SubmittedJob(reference.getJobId(), reference.getLocation());
  }

  /**
   * Waits for a job that is submitted already, such as a load job whose upload ended.
   *
   * @param location where it runs; null when the service decided
   * @throws IngestException with the code of the job's failure, or TIMEOUT after a cancel
   */
  public JobOutcome await(String jobId, @Nullable String location, Duration timeout) {
    Deadline deadline = Deadline.after(time, timeout);
    return JobAnswers.outcomeOf(finish(find(reference(jobId, location)), deadline, timeout));
  }

  /**
   * Waits until a job, which another process may have submitted, changes nothing any more. It is
   * not cancelled.
   *
   * @throws IngestException TIMEOUT when it still runs after the time
   */
  public JobEnd settle(String jobId, @Nullable String location, Duration timeout) {
    Deadline deadline = Deadline.after(time, timeout);
    JobReference reference = reference(jobId, location);
    for (int poll = 0; ; poll++) {
      Optional<Job> state = findIfAny(reference);
      if (state.isEmpty()) {
        return JobEnd.ABSENT;
      }
      if (JobAnswers.isDone(state.get())) {
        return JobAnswers.errorOf(state.get()) == null ? JobEnd.SUCCEEDED : JobEnd.FAILED;
      }
      if (deadline.isReached()) {
        throw new IngestException(
            ErrorCode.TIMEOUT, "Job " + jobId + " still runs after " + timeout + ". Wait for it.");
      }
      pause(reference, deadline, poll);
    }
  }

  /**
   * The id that a job has, which another process may have submitted: the last of those that it was
   * tried under. Does not wait.
   */
  public String currentId(String jobId, @Nullable String location) {
    String current = jobId;
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      String id = JobIds.attempt(jobId, attempt);
      Optional<Job> state = findIfAny(reference(id, location));
      if (state.isEmpty()) {
        return current;
      }
      current = id;
      if (JobAnswers.errorOf(state.get()) == null) {
        return current;
      }
    }
    return current;
  }

  private Optional<Job> findIfAny(JobReference reference) {
    try {
      return Optional.of(find(reference));
    } catch (IngestException e) {
      if (isAbsent(e.code())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Asks the service to stop a job. It may end all the same; {@link #settle} tells. */
  public void cancel(String jobId, @Nullable String location) {
    cancel(reference(jobId, location));
  }

  private JobReference reference(String jobId, @Nullable String location) {
    return new JobReference().setProjectId(project).setJobId(jobId).setLocation(location);
  }

  private static boolean isAbsent(ErrorCode code) {
    return code == ErrorCode.TABLE_NOT_FOUND || code == ErrorCode.DATASET_NOT_FOUND;
  }

  private Job finish(Job submitted, Deadline deadline, Duration timeout) {
    Job state = submitted;
    JobReference reference = state.getJobReference();
    for (int poll = 0; !JobAnswers.isDone(state); poll++) {
      if (deadline.isReached()) {
        cancel(reference);
        throw new IngestException(
            ErrorCode.TIMEOUT,
            "Job "
                + reference.getJobId()
                + " was not done after "
                + timeout
                + " and was cancelled. Try again later, or allow more time.");
      }
      pause(reference, deadline, poll);
      state = find(reference);
    }
    ErrorProto error = JobAnswers.errorOf(state);
    if (error != null) {
      throw Failures.of(error).toException("Job " + reference.getJobId() + " failed", "");
    }
    return state;
  }

  private void pause(JobReference reference, Deadline deadline, int poll) {
    calls.sleep(
        "Waiting for job " + reference.getJobId(),
        Math.min(deadline.remainingMillis(), polls.delayMillis(poll)));
  }

  /**
   * Runs a statement and reads its first page of rows.
   *
   * @throws IngestException with the code of the job's failure, or TIMEOUT after a cancel
   */
  public QueryResult query(QueryJob job) {
    Job state = finish(start(job), Deadline.after(time, job.timeout()), job.timeout());
    JobReference done = state.getJobReference();
    GetQueryResultsResponse page =
        calls.run(
            "Reading the rows of job " + done.getJobId(),
            () ->
                rest.jobs()
                    .getQueryResults(project, done.getJobId())
                    .setLocation(done.getLocation())
                    .execute());
    List<TableRow> rows = page.getRows();
    return new QueryResult(
        JobAnswers.outcomeOf(state),
        rows == null ? List.of() : rows.stream().map(Jobs::cells).toList());
  }

  private static List<@Nullable String> cells(TableRow row) {
    return row.getF().stream()
        .<@Nullable String>map(cell -> cell.getV() instanceof String text ? text : null)
        .toList();
  }

  /** Starts the job, or adopts the one with its id; an id that failed is used up (RT-071). */
  private Job start(JobSpec job) {
    for (int attempt = 1; ; attempt++) {
      String id = JobIds.attempt(job.jobId(), attempt);
      Job request = request(job, id);
      try {
        return calls.run(
            "Submitting job " + id, () -> rest.jobs().insert(project, request).execute());
      } catch (IngestException e) {
        if (e.code() != ErrorCode.ALREADY_EXISTS) {
          throw e;
        }
      }
      Job existing = find(request.getJobReference());
      if (JobAnswers.errorOf(existing) == null || attempt == MAX_ATTEMPTS) {
        LOG.debug("Job {} exists; adopting it", id);
        return existing;
      }
    }
  }

  private Job request(JobSpec job, String id) {
    return new Job()
        .setJobReference(reference(id, job.location()))
        .setConfiguration(JobForms.of(job));
  }

  private Job find(JobReference reference) {
    return calls.run(
        "Reading job " + reference.getJobId(),
        () ->
            rest.jobs()
                .get(project, reference.getJobId())
                .setLocation(reference.getLocation())
                .execute());
  }

  private void cancel(JobReference reference) {
    try {
      var unused =
          rest.jobs()
              .cancel(project, reference.getJobId())
              .setLocation(reference.getLocation())
              .execute();
    } catch (IOException e) {
      Failure failure = Failures.of(e);
      if (!isAbsent(failure.code())) {
        LOG.warn("Job {} could not be cancelled: {}", reference.getJobId(), failure.reason());
      }
    }
  }
}
