package dev.penstock.local.script;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.sql.SqlParameter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The {@code @@} variables that scripts have. One owner thread. */
final class SystemVariables {
  private final String jobId;
  private final Deque<ScriptFailure> errors = new ArrayDeque<>();
  private @Nullable String defaultDataset;
  private @Nullable Long rowCount;

  SystemVariables(String jobId, @Nullable String defaultDataset) {
    this.jobId = jobId;
    this.defaultDataset = defaultDataset;
  }

  @Nullable String defaultDataset() {
    return defaultDataset;
  }

  void rowCount(long rows) {
    rowCount = rows;
  }

  /** Enters a handler of an error. */
  void handle(ScriptFailure error) {
    errors.push(error);
  }

  void handled() {
    errors.pop();
  }

  /** The error that is being handled; null outside of a handler. */
  @Nullable ScriptFailure error() {
    return errors.peek();
  }

  /**
   * Sets one.
   *
   * @throws ServiceException 501 for one that cannot be set here
   */
  void set(String name, @Nullable Object value) {
    switch (name.toLowerCase(Locale.ROOT)) {
      case "dataset_id" -> defaultDataset = value == null ? null : value.toString();
      case "time_zone" -> requireUtc(value);
      default -> throw ServiceException.notSupported("SQL SET @@" + name);
    }
  }

  private static void requireUtc(@Nullable Object value) {
    if (!"UTC".equals(value)) {
      throw ServiceException.notSupported("SQL SET @@time_zone to another zone than UTC");
    }
  }

  /** All that are not the engine's own. */
  List<SqlParameter> all() {
    List<SqlParameter> all = new ArrayList<>();
    ScriptFailure error = errors.peek();
    all.add(text("error.message", error == null ? null : error.error().getMessage()));
    all.add(text("error.statement_text", error == null ? null : error.statement()));
    all.add(text("error.formatted_stack_trace", error == null ? null : error.formattedStack()));
    all.add(text("script.job_id", jobId));
    all.add(text("time_zone", "UTC"));
    all.add(
        new SqlParameter(
            "row_count", Field.of("row_count", FieldType.INT64, Mode.NULLABLE), rowCount));
    return all;
  }

  private static SqlParameter text(String name, @Nullable String value) {
    return new SqlParameter(name, Field.of(name, FieldType.STRING, Mode.NULLABLE), value);
  }
}
