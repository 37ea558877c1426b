package dev.penstock.local.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a statement sees besides the catalog. Immutable as long as the values of its variables are.
 *
 * @param variables those of the script around it, each under its name
 * @param systemVariables further ones, under their names without {@code @@}
 * @param session what its temporary tables and its transaction belong to; null for none
 */
public record SqlScope(
    List<SqlParameter> variables,
    List<SqlParameter> systemVariables,
    @Nullable SqlSession session) {
  /** Nothing else. */
  public static final SqlScope NONE = new SqlScope(List.of(), List.of(), null);

  /** Copies the lists. */
  public SqlScope {
    variables = List.copyOf(variables);
    systemVariables = List.copyOf(systemVariables);
  }
}
