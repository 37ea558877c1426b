package dev.penstock.local.sql;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** INFORMATION_SCHEMA.JOBS and its synonym JOBS_BY_PROJECT (SQ-071). */
final class JobsView {
  /** More would make a statement that DuckDB plans for minutes. */
  private static final int MAX_JOBS = 1000;

  private JobsView() {}

  static List<InformationView> views(JobHistory jobs) {
    return List.of(view("JOBS", jobs), view("JOBS_BY_PROJECT", jobs));
  }

  private static InformationView view(String name, JobHistory jobs) {
    return new InformationView(
        name,
        true,
        fields(),
        scope -> rows(scope.project(), jobs.newest(scope.project(), MAX_JOBS)));
  }

  private static List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    fields.addAll(
        ViewColumns.of("cache_hit", FieldType.BOOL, "creation_time", FieldType.TIMESTAMP));
    List<Field> table =
        ViewColumns.of(
            "project_id", FieldType.STRING,
            "dataset_id", FieldType.STRING,
            "table_id", FieldType.STRING);
    fields.add(struct("destination_table", Mode.NULLABLE, table));
    fields.add(
        struct(
            "dml_statistics",
            Mode.NULLABLE,
            ViewColumns.of(
                "inserted_row_count", FieldType.INT64,
                "deleted_row_count", FieldType.INT64,
                "updated_row_count", FieldType.INT64)));
    fields.addAll(ViewColumns.of("end_time", FieldType.TIMESTAMP));
    fields.add(
        struct(
            "error_result",
            Mode.NULLABLE,
            ViewColumns.of(
                "reason", FieldType.STRING,
                "location", FieldType.STRING,
                "debug_info", FieldType.STRING,
                "message", FieldType.STRING)));
    fields.addAll(ViewColumns.of("job_id", FieldType.STRING, "job_type", FieldType.STRING));
    fields.add(
        struct(
            "labels",
            Mode.REPEATED,
            ViewColumns.of("key", FieldType.STRING, "value", FieldType.STRING)));
    fields.addAll(
        ViewColumns.of(
            "priority", FieldType.STRING,
            "project_id", FieldType.STRING,
            "query", FieldType.STRING,
            "start_time", FieldType.TIMESTAMP,
            "state", FieldType.STRING,
            "statement_type", FieldType.STRING));
    return fields;
  }

  private static Field struct(String name, Mode mode, List<Field> fields) {
    return Field.of(name, FieldType.STRUCT, mode).withFields(fields);
  }

  private static List<List<@Nullable Object>> rows(String project, List<JobHistory.Entry> jobs) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (JobHistory.Entry job : jobs) {
      boolean isQuery = job.type().equals("QUERY");
      rows.add(
          Arrays.asList(
              (isQuery && job.endedMillis() > 0) ? Boolean.FALSE : null,
              time(job.createdMillis()),
              table(job.destination()),
              dml(job.result()),
              time(job.endedMillis()),
              error(job.error()),
              job.id(),
              job.type(),
              labels(job.labels()),
              isQuery ? "INTERACTIVE" : null,
              project,
              job.query(),
              time(job.startedMillis()),
              job.state(),
              job.result() == null ? null : job.result().statementType()));
    }
    return rows;
  }

  private static @Nullable Instant time(long millis) {
    return millis == 0 ? null : Instant.ofEpochMilli(millis);
  }

  private static @Nullable List<@Nullable Object> table(@Nullable TableId table) {
    return table == null ? null : Arrays.asList(table.project(), table.dataset(), table.table());
  }

  private static @Nullable List<@Nullable Object> dml(@Nullable SqlResult result) {
    if (result == null || result.dml().equals(DmlCounts.NONE)) {
      return null;
    }
    DmlCounts dml = result.dml();
    return Arrays.asList(dml.inserted(), dml.deleted(), dml.updated());
  }

  private static @Nullable List<@Nullable Object> error(@Nullable ServiceException error) {
    return error == null ? null : Arrays.asList(error.reason(), null, null, error.getMessage());
  }

  private static List<@Nullable Object> labels(Map<String, String> labels) {
    List<@Nullable Object> pairs = new ArrayList<>();
    new TreeMap<>(labels).forEach((key, value) -> pairs.add(Arrays.asList(key, value)));
    return pairs;
  }
}
