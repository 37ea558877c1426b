package dev.penstock.local.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.sql.SqlResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job that has ended, as the database keeps it: all but the rows of a query. Immutable as long as
 * nobody changes the configuration.
 *
 * @param destination the table that its rows are in; null for a job without one
 * @param failure its error; null for a success
 * @param details what else stands in errors[] of a failure
 * @param query what a query did; null for other jobs and failures
 * @param load what a load job did; null for other jobs and failures
 * @param copy what a copy job did; null for other jobs and failures
 * @param parent the script that it was a statement of; null for none
 * @param children how many jobs its own statements made
 */
record StoredJob(
    String project,
    String id,
    String location,
    ObjectNode configuration,
    @Nullable TableId destination,
    long createdMillis,
    long startedMillis,
    long endedMillis,
    @Nullable Failure failure,
    List<JobError> details,
    @Nullable SqlResult query,
    JobOutcome.@Nullable Load load,
    JobOutcome.@Nullable Copy copy,
    @Nullable JobParent parent,
    int children) {

  /** The error of a job. */
  record Failure(int httpCode, String reason, String message) {
    static Failure of(ServiceException error) {
      return new Failure(error.httpCode(), error.reason(), String.valueOf(error.getMessage()));
    }

    ServiceException error() {
      return new ServiceException(httpCode, reason, message);
    }
  }

  static StoredJob succeeded(Job job, JobOutcome outcome, long endedMillis) {
    return of(job, endedMillis, null, List.of(), outcome);
  }

  static StoredJob failed(Job job, JobFailure failure, long endedMillis) {
    return of(job, endedMillis, Failure.of(failure.error()), failure.details(), null);
  }

  private static StoredJob of(
      Job job,
      long endedMillis,
      @Nullable Failure failure,
      List<JobError> details,
      @Nullable JobOutcome outcome) {
    return new StoredJob(
        job.project(),
        job.id(),
        job.location(),
        job.configuration(),
        job.destination(),
        job.createdMillis(),
        job.startedMillis(),
        endedMillis,
        failure,
        details,
        outcome instanceof JobOutcome.Query query ? query.result().withoutRows() : null,
        outcome instanceof JobOutcome.Load load ? load : null,
        outcome instanceof JobOutcome.Copy copy ? copy : null,
        job.parent(),
        job.children());
  }

  /** What the job did; null for a failure. */
  @Nullable JobOutcome outcome() {
    if (query != null) {
      return new JobOutcome.Query(query);
    }
    return load != null ? load : copy;
  }
}
