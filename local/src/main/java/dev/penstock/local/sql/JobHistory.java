package dev.penstock.local.sql;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The jobs that INFORMATION_SCHEMA.JOBS shows (SQ-071). Thread-safe. */
public interface JobHistory {
  /** No jobs. */
  JobHistory NONE = (project, max) -> List.of();

  /** The newest jobs of a project, the newest first. */
  List<Entry> newest(String project, int max);

  /**
   * A job. Immutable.
   *
   * @param type QUERY, LOAD, COPY or EXTRACT
   * @param state PENDING, RUNNING or DONE
   * @param startedMillis 0 before it starts
   * @param endedMillis 0 before it ends
   * @param query the text of a query; null for other jobs
   * @param destination where its rows are; null for nowhere
   * @param error null while it runs and when it succeeded
   * @param result the result of a query; null while it runs, when it failed, and for other jobs
   */
  record Entry(
      String id,
      String type,
      String state,
      long createdMillis,
      long startedMillis,
      long endedMillis,
      @Nullable String query,
      @Nullable TableId destination,
      Map<String, String> labels,
      @Nullable ServiceException error,
      @Nullable SqlResult result) {
    /** Copies the labels. */
    public Entry {
      labels = Map.copyOf(labels);
    }
  }
}
