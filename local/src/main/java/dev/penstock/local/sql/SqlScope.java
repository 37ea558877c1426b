package dev.penstock.local.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a statement sees besides the catalog. Immutable as long as the values of its variables are.
 *
 * @param variables those of the script around it, each under its name
 * @param systemVariables further ones, under their names without {@code @@}
 * @param session what its temporary tables and its transaction belong to; null for none
 * @param cancellation by which it may be ended while it runs
 */
public record SqlScope(
    List<SqlParameter> variables,
    List<SqlParameter> systemVariables,
    @Nullable SqlSession session,
    Cancellation cancellation) {
  /** Nothing else. */
  public static final SqlScope NONE = new SqlScope(List.of(), List.of(), null);

  /** Of a statement that nobody ends. */
  public SqlScope(
      List<SqlParameter> variables,
      List<SqlParameter> systemVariables,
      @Nullable SqlSession session) {
    this(variables, systemVariables, session, Cancellation.NEVER);
  }

  /** Copies the lists. */
  public SqlScope {
    variables = List.copyOf(variables);
    systemVariables = List.copyOf(systemVariables);
  }

  /** The same for a statement that may be ended. */
  SqlScope with(Cancellation by) {
    return new SqlScope(variables, systemVariables, session, by);
  }
}
