package dev.penstock.local.service;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.rows.StagedRows;
import dev.penstock.local.sql.SqlEngine;
import dev.penstock.local.sql.SqlResult;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a query job, and puts its result into the destination that it names. One owner thread. */
final class QueryRun implements JobRun {
  private final Catalog catalog;
  private final DuckRowStore rows;
  private final SqlEngine sql;
  private final QuerySpec spec;
  private final JobLimits limits;

  QueryRun(Catalog catalog, DuckRowStore rows, SqlEngine sql, QuerySpec spec, JobLimits limits) {
    this.catalog = catalog;
    this.rows = rows;
    this.sql = sql;
    this.spec = spec;
    this.limits = limits;
  }

  @Override
  public JobOutcome run(JobEnd end) throws SQLException {
    SqlResult result =
        sql.query(
            spec.request(),
            (connection, done) -> end.write(connection, new JobOutcome.Query(done)));
    JobOutcome outcome = new JobOutcome.Query(result);
    JobTarget target = spec.target();
    if (target != null && !result.schema().isEmpty()) {
      store(result, target, end, outcome);
    }
    return outcome;
  }

  private void store(SqlResult result, JobTarget target, JobEnd end, JobOutcome outcome)
      throws SQLException {
    JobDestination destination = JobDestination.open(catalog, rows, target);
    destination.requireLayout(spec.layout());
    LoadColumns columns = columns(result, target, destination.before());
    ResultFit fit = new ResultFit(columns.read());
    try (StagedRows staged = rows.stage(columns.read())) {
      for (List<@Nullable Object> row : result.rows()) {
        staged.add(fit.of(row));
      }
      staged.finish();
      destination.write(
          columns.table(),
          spec.layout().applyTo(TableMetadata.draft(target.table().whole(), List.of())),
          (connection, table) -> {
            limits.arriving(connection, table, staged.relation(), columns.read());
            staged.moveTo(connection, table);
            limits.arrived(connection, table);
            end.write(connection, outcome);
          });
    }
  }

  /**
   * A result says nothing of NOT NULL, so that a REQUIRED column takes it and checks its values.
   */
  private static LoadColumns columns(
      SqlResult result, JobTarget target, @Nullable TableMetadata before) {
    if (before == null || target.write() == WriteDisposition.WRITE_TRUNCATE) {
      return new LoadColumns(result.schema(), result.schema());
    }
    List<Field> given = new ArrayList<>();
    for (Field field : result.schema()) {
      Field column = Field.find(before.fields(), field.name());
      boolean required = column != null && column.mode() == Mode.REQUIRED;
      given.add(required ? field.withMode(Mode.REQUIRED) : field);
    }
    return LoadColumns.of(before, given, SchemaUpdates.NONE);
  }
}
