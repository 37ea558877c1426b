package dev.penstock.local.catalog;

import org.jspecify.annotations.Nullable;

/**
 * What makes a table something else than rows that were written to it. Immutable.
 *
 * @param query the GoogleSQL query of a view; empty for the others
 * @param columnsNamed whether a view names its columns itself, by position
 * @param base the table that a snapshot or a clone was taken of; null for views
 * @param baseMillis when it was taken; 0 for views
 */
public record TableDefinition(
    Kind kind, String query, boolean columnsNamed, @Nullable TableId base, long baseMillis) {
  /** What it is. */
  public enum Kind {
    VIEW,
    MATERIALIZED_VIEW,
    SNAPSHOT,
    CLONE
  }

  /** A view, or a materialized one, which is computed when it is read. */
  public static TableDefinition view(Kind kind, String query, boolean columnsNamed) {
    return new TableDefinition(kind, query, columnsNamed, null, 0);
  }

  /** A snapshot or a clone. */
  public static TableDefinition copy(Kind kind, TableId base, long millis) {
    return new TableDefinition(kind, "", false, base, millis);
  }
}
