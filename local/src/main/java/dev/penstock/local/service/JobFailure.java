package dev.penstock.local.service;

import dev.penstock.local.catalog.ServiceException;
import java.util.List;

/**
 * Why a job failed.
 *
 * @see ServiceException the error that jobs.get shows as errorResult
 */
final class JobFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ServiceException error;
  private final transient List<JobError> details;

  /**
   * A failure.
   *
   * @param details what else stands in errors[], such as the rows that could not be read
   */
  JobFailure(ServiceException error, List<JobError> details) {
    super(error.getMessage(), error);
    this.error = error;
    this.details = List.copyOf(details);
  }

  ServiceException error() {
    return error;
  }

  List<JobError> details() {
    return details;
  }
}
