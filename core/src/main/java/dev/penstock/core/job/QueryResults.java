package dev.penstock.core.job;

import com.google.api.client.util.Data;
import com.google.api.services.bigquery.Bigquery;
import com.google.api.services.bigquery.model.DataFormatOptions;
import com.google.api.services.bigquery.model.DatasetReference;
import com.google.api.services.bigquery.model.GetQueryResultsResponse;
import com.google.api.services.bigquery.model.JobReference;
import com.google.api.services.bigquery.model.JobStatistics;
import com.google.api.services.bigquery.model.QueryRequest;
import com.google.api.services.bigquery.model.TableCell;
import com.google.api.services.bigquery.model.TableRow;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Failures;
import dev.penstock.core.connection.SchemaForms;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.time.Deadline;
import dev.penstock.core.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a statement and reads all its rows, one page in memory at a time. Immutable; a read waits on
 * the caller's thread, and an interrupt of it cancels the statement.
 */
public final class QueryResults {
  private static final Logger LOG = LoggerFactory.getLogger(QueryResults.class);
  private static final String CREATE = "CREATE_TABLE_AS_SELECT";
  private static final long PAGE_ROWS = 5_000;

  /** How long one request waits for the end of the statement, and an interrupt for its effect. */
  private static final long POLL_MS = 2_000;

  private final Bigquery rest;
  private final String project;
  private final RestCalls calls;
  private final Time time;

  /** Statements in the connection's project. */
  public QueryResults(BigQueryConnection connection, RestCalls calls, Time time) {
    this.rest = connection.rest();
    this.project = connection.project();
    this.calls = calls;
    this.time = time;
  }

  /**
   * A statement.
   *
   * @param dataset where a table without a dataset is looked for; null for nowhere
   * @param location where the data lies; null lets the service decide
   * @param timeout how long it may run; it is cancelled afterwards
   */
  public record Statement(
      String sql, @Nullable String dataset, @Nullable String location, Duration timeout) {}

  /**
   * Runs it.
   *
   * @return how many rows it changed; empty when it is no DML
   * @throws IngestException with the code of its failure, TIMEOUT or INTERRUPTED after a cancel
   */
  public OptionalLong read(Statement statement, ResultSink sink) {
    Deadline deadline = Deadline.after(time, statement.timeout());
    JobReference job = submit(statement);
    GetQueryResultsResponse page = page(job, null);
    while (!Boolean.TRUE.equals(page.getJobComplete())) {
      requireTime(deadline, job, statement.timeout());
      page = page(job, null);
    }
    if (answersRows(job, page)) {
      sink.columns(SchemaForms.fromRest(page.getSchema()));
    }
    hand(page, sink);
    while (page.getPageToken() != null) {
      requireTime(deadline, job, statement.timeout());
      page = page(job, page.getPageToken());
      hand(page, sink);
    }
    Long changed = page.getNumDmlAffectedRows();
    return changed == null ? OptionalLong.empty() : OptionalLong.of(changed);
  }

  /** Whether a statement answers rows; DML and CREATE TABLE AS tell the columns of their table. */
  private boolean answersRows(JobReference job, GetQueryResultsResponse page) {
    if (page.getSchema() == null || page.getNumDmlAffectedRows() != null) {
      return false;
    }
    return page.getRows() != null || !CREATE.equals(statementType(job));
  }

  private @Nullable String statementType(JobReference job) {
    JobStatistics statistics =
        calls
            .run(
                "The statement",
                () ->
                    rest.jobs()
                        .get(project, job.getJobId())
                        .setLocation(job.getLocation())
                        .execute())
            .getStatistics();
    return statistics == null || statistics.getQuery() == null
        ? null
        : statistics.getQuery().getStatementType();
  }

  private JobReference submit(Statement statement) {
    QueryRequest request =
        new QueryRequest()
            .setQuery(statement.sql())
            .setUseLegacySql(false)
            .setLocation(statement.location())
            .setRequestId(UUID.randomUUID().toString())
            .setTimeoutMs(0L)
            .setMaxResults(0L)
            .setFormatOptions(new DataFormatOptions().setUseInt64Timestamp(true));
    if (statement.dataset() != null) {
      request.setDefaultDataset(
          new DatasetReference().setProjectId(project).setDatasetId(statement.dataset()));
    }
    return calls
        .run("The statement", () -> rest.jobs().query(project, request).execute())
        .getJobReference();
  }

  private GetQueryResultsResponse page(JobReference job, @Nullable String token) {
    return calls.run(
        "The statement",
        () ->
            rest.jobs()
                .getQueryResults(project, job.getJobId())
                .setLocation(job.getLocation())
                .setPageToken(token)
                .setMaxResults(PAGE_ROWS)
                .setTimeoutMs(POLL_MS)
                .setFormatOptionsUseInt64Timestamp(true)
                .execute());
  }

  private void requireTime(Deadline deadline, JobReference job, Duration timeout) {
    if (Thread.interrupted()) {
      cancel(job);
      Thread.currentThread().interrupt();
      throw new IngestException(
          ErrorCode.INTERRUPTED, "The statement was interrupted and cancelled.");
    }
    if (deadline.isReached()) {
      cancel(job);
      throw new IngestException(
          ErrorCode.TIMEOUT,
          "The statement was not done after "
              + timeout
              + " and was cancelled. Ask for less, or allow more time.");
    }
  }

  private void cancel(JobReference job) {
    try {
      var unused =
          rest.jobs().cancel(project, job.getJobId()).setLocation(job.getLocation()).execute();
    } catch (IOException e) {
      LOG.warn("Job {} could not be cancelled: {}", job.getJobId(), Failures.of(e).reason());
    }
  }

  private static void hand(GetQueryResultsResponse page, ResultSink sink) {
    if (page.getRows() == null) {
      return;
    }
    for (TableRow row : page.getRows()) {
      List<@Nullable Object> values = new ArrayList<>(row.getF().size());
      for (TableCell cell : row.getF()) {
        values.add(value(cell.getV()));
      }
      sink.row(values);
    }
  }

  /** Without the {@code f} and {@code v} of the transport (RT-132). */
  private static @Nullable Object value(@Nullable Object cell) {
    if (cell == null || Data.isNull(cell)) {
      return null;
    }
    if (cell instanceof Map<?, ?> struct) {
      return values((List<?>) struct.get("f"));
    }
    return cell instanceof List<?> array ? values(array) : cell;
  }

  private static List<@Nullable Object> values(@Nullable List<?> cells) {
    List<@Nullable Object> values = new ArrayList<>();
    if (cells != null) {
      for (Object cell : cells) {
        values.add(value(((Map<?, ?>) cell).get("v")));
      }
    }
    return values;
  }
}
