package dev.penstock.local.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One GoogleSQL statement to run. Immutable.
 *
 * @param project the project that names without one are in
 * @param defaultDataset the dataset that bare table names are in; null when every name must have
 *     one
 * @param location where the job runs, for example {@code US}; only error texts show it
 * @param sql the statement
 * @param parameters the query parameters, all named or all positional (RT-148)
 * @param dryRun analyze only: the result has a schema and no rows, and nothing changes
 * @param hasDestination whether its result goes into a table that the client names
 * @param scope what it sees besides the catalog
 */
public record SqlRequest(
    String project,
    @Nullable String defaultDataset,
    String location,
    String sql,
    List<SqlParameter> parameters,
    boolean dryRun,
    boolean hasDestination,
    SqlScope scope) {
  /** Copies the parameters. */
  public SqlRequest {
    parameters = List.copyOf(parameters);
  }

  /** A statement that stands alone. */
  public SqlRequest(
      String project,
      @Nullable String defaultDataset,
      String location,
      String sql,
      List<SqlParameter> parameters,
      boolean dryRun) {
    this(project, defaultDataset, location, sql, parameters, dryRun, false, SqlScope.NONE);
  }

  /** The same statement, which may be ended. */
  public SqlRequest with(Cancellation by) {
    return new SqlRequest(
        project, defaultDataset, location, sql, parameters, dryRun, hasDestination, scope.with(by));
  }

  /** The same statement, whose result goes into a table that the client names. */
  public SqlRequest withDestination() {
    return new SqlRequest(project, defaultDataset, location, sql, parameters, dryRun, true, scope);
  }

  /** By which it may be ended while it runs. */
  Cancellation cancellation() {
    return scope.cancellation();
  }

  /**
   * The query of a view: names in it are in the view's project, and it sees neither parameters nor
   * what belongs to a script.
   */
  SqlRequest inView(String viewProject, String query) {
    return new SqlRequest(viewProject, null, location, query, List.of(), dryRun);
  }
}
