package dev.penstock.core.job;

import com.google.api.services.bigquery.model.DmlStatistics;
import com.google.api.services.bigquery.model.ErrorProto;
import com.google.api.services.bigquery.model.Job;
import com.google.api.services.bigquery.model.JobStatistics;
import com.google.api.services.bigquery.model.JobStatistics2;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what the service tells about a job. */
final class JobAnswers {
  private JobAnswers() {}

  static boolean isDone(Job job) {
    return job.getStatus() != null && "DONE".equals(job.getStatus().getState());
  }

  /** Why it failed; null when it did not, or is not done. */
  static @Nullable ErrorProto errorOf(Job job) {
    return isDone(job) ? job.getStatus().getErrorResult() : null;
  }

  static JobOutcome outcomeOf(Job job) {
    JobStatistics statistics =
        job.getStatistics() == null ? new JobStatistics() : job.getStatistics();
    JobStatistics2 query =
        statistics.getQuery() == null ? new JobStatistics2() : statistics.getQuery();
    DmlStatistics dml = query.getDmlStats() == null ? new DmlStatistics() : query.getDmlStats();
    return new JobOutcome(
        job.getJobReference().getJobId(),
        job.getJobReference().getLocation(),
        labels(job),
        outputRows(statistics),
        orZero(dml.getInsertedRowCount()),
        orZero(dml.getUpdatedRowCount()),
        orZero(dml.getDeletedRowCount()),
        orZero(query.getTotalBytesProcessed()),
        orZero(query.getTotalBytesBilled()),
        orZero(statistics.getEndTime()),
        Duration.ofMillis(
            Math.max(0, orZero(statistics.getEndTime()) - orZero(statistics.getStartTime()))));
  }

  private static Map<String, String> labels(Job job) {
    Map<String, String> labels =
        job.getConfiguration() == null ? null : job.getConfiguration().getLabels();
    return labels == null ? Map.of() : labels;
  }

  private static long outputRows(JobStatistics statistics) {
    if (statistics.getLoad() != null) {
      return orZero(statistics.getLoad().getOutputRows());
    }
    return statistics.getCopy() == null ? 0 : orZero(statistics.getCopy().getCopiedRows());
  }

  private static long orZero(@Nullable Long value) {
    return value == null ? 0 : value;
  }
}
