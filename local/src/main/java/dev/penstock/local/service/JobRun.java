package dev.penstock.local.service;

import java.io.IOException;
import java.sql.SQLException;

/** The work of one job. One owner thread. */
interface JobRun {
  /**
   * Does the work.
   *
   * @param end what writes the job's end in the transaction of its effect
   * @throws dev.penstock.local.catalog.ServiceException with the error of the job
   * @throws JobFailure with the error of the job and its details
   */
  JobOutcome run(JobEnd end) throws SQLException, IOException;
}
