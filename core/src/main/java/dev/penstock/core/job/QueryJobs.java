package dev.penstock.core.job;

import com.google.api.services.bigquery.Bigquery;
import com.google.api.services.bigquery.model.ErrorProto;
import com.google.api.services.bigquery.model.GetQueryResultsResponse;
import com.google.api.services.bigquery.model.Job;
import com.google.api.services.bigquery.model.JobConfiguration;
import com.google.api.services.bigquery.model.JobConfigurationQuery;
import com.google.api.services.bigquery.model.JobReference;
import com.google.api.services.bigquery.model.TableRow;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Failures;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.time.Deadline;
import dev.penstock.core.time.RetrySchedule;
import dev.penstock.core.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs statements as jobs: submits or adopts, polls, and cancels what takes too long. Immutable; a
 * run waits on the caller's thread.
 */
public final class QueryJobs {
  private static final Logger LOG = LoggerFactory.getLogger(QueryJobs.class);
  private static final RetrySchedule POLLS =
      RetrySchedule.exponential(Duration.ofMillis(50), Duration.ofSeconds(2));

  private static final int MAX_ATTEMPTS = 10;

  private final Bigquery rest;
  private final String project;
  private final RestCalls calls;
  private final Time time;

  /** Jobs of the connection's project. */
  public QueryJobs(BigQueryConnection connection, RestCalls calls, Time time) {
    this.rest = connection.rest();
    this.project = connection.project();
    this.calls = calls;
    this.time = time;
  }

  /**
   * Runs a statement to its end, or waits for the run that has its id already. A run that failed
   * before is not adopted: the statement runs anew under the id with a number.
   *
   * @throws IngestException with the code of the job's failure, or TIMEOUT after a cancel
   */
  public void run(QueryJob job) {
    JobReference unused = finish(job);
  }

  private JobReference finish(QueryJob job) {
    Deadline deadline = Deadline.after(time, job.timeout());
    Job state = submit(job);
    for (int poll = 0; !isDone(state); poll++) {
      if (deadline.isReached()) {
        cancel(state.getJobReference());
        throw new IngestException(
            ErrorCode.TIMEOUT,
            "Job "
                + job.jobId()
                + " was not done after "
                + job.timeout()
                + " and was cancelled. Try again later, or allow more time.");
      }
      calls.sleep(
          "Waiting for job " + job.jobId(),
          Math.min(deadline.remainingMillis(), POLLS.delayMillis(poll)));
      state = find(state.getJobReference());
    }
    ErrorProto error = errorOf(state);
    if (error != null) {
      throw Failures.of(error)
          .toException("Job " + state.getJobReference().getJobId() + " failed", "");
    }
    return state.getJobReference();
  }

  /**
   * Runs a statement and reads its first page of rows.
   *
   * @return the rows' cells as text; a cell is null when the value is NULL
   */
  public List<List<@Nullable String>> query(QueryJob job) {
    JobReference done = finish(job);
    GetQueryResultsResponse page =
        calls.run(
            "Reading the rows of job " + done.getJobId(),
            () ->
                rest.jobs()
                    .getQueryResults(project, done.getJobId())
                    .setLocation(done.getLocation())
                    .execute());
    List<TableRow> rows = page.getRows();
    return rows == null ? List.of() : rows.stream().map(QueryJobs::cells).toList();
  }

  private static List<@Nullable String> cells(TableRow row) {
    return row.getF().stream()
        .<@Nullable String>map(cell -> cell.getV() instanceof String text ? text : null)
        .toList();
  }

  /** Starts the job, or adopts the one with its id; an id that failed is used up (RT-071). */
  private Job submit(QueryJob job) {
    for (int attempt = 1; ; attempt++) {
      String id = attempt == 1 ? job.jobId() : job.jobId() + "_" + attempt;
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
      if (errorOf(existing) == null || attempt == MAX_ATTEMPTS) {
        LOG.debug("Job {} exists; adopting it", id);
        return existing;
      }
    }
  }

  private Job request(QueryJob job, String id) {
    return new Job()
        .setJobReference(
            new JobReference().setProjectId(project).setJobId(id).setLocation(job.location()))
        .setConfiguration(
            new JobConfiguration()
                .setLabels(job.labels())
                .setQuery(new JobConfigurationQuery().setQuery(job.sql()).setUseLegacySql(false)));
  }

  private static @Nullable ErrorProto errorOf(Job job) {
    return isDone(job) ? job.getStatus().getErrorResult() : null;
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
      LOG.warn("Job {} could not be cancelled: {}", reference.getJobId(), Failures.of(e).reason());
    }
  }

  private static boolean isDone(Job job) {
    return job.getStatus() != null && "DONE".equals(job.getStatus().getState());
  }
}
