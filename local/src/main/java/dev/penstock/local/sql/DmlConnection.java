package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedUpdateItem;
import dev.penstock.local.catalog.ServiceException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one DML statement in its transaction, with temporary tables between them. One owner
 * thread.
 */
final class DmlConnection {
  private final Connection connection;
  private final @Nullable LockedRows locked;
  private final Cancellation cancellation;
  private final List<String> kept = new ArrayList<>();
  private final List<String> changes = new ArrayList<>();

  /**
   * The steps on a connection.
   *
   * @param locked the rows that may not be changed; null when all may be
   */
  DmlConnection(Connection connection, @Nullable LockedRows locked, Cancellation cancellation) {
    this.connection = connection;
    this.locked = locked;
    this.cancellation = cancellation;
  }

  /** Runs a step and returns how many rows it changed. */
  long change(String sql) throws SQLException {
    Queries.checkSize(sql);
    try (java.sql.Statement statement = connection.createStatement()) {
      long changed = cancellation.during(statement, () -> statement.executeLargeUpdate(sql));
      changes.add(sql);
      return changed;
    }
  }

  /** The steps that changed something, in order. */
  List<String> changes() {
    return changes;
  }

  /** Deletes the rows of a table whose ids a query gives. */
  long delete(DmlTarget target, String ids) throws SQLException {
    requireUnlocked(target, ids);
    return change("DELETE FROM " + target.name() + " WHERE rowid IN (" + ids + ")");
  }

  /**
   * Updates the rows of a table.
   *
   * @param changes a relation with the row ids and the new values
   */
  long update(DmlTarget target, List<ResolvedUpdateItem> updates, String changes)
      throws SQLException {
    requireUnlocked(target, "SELECT " + DmlTarget.ROW + " FROM " + changes);
    return change(
        "UPDATE "
            + target.name()
            + " SET "
            + target.assignments(updates, "u")
            + " FROM "
            + changes
            + " AS u WHERE "
            + target.name()
            + ".rowid = u."
            + DmlTarget.ROW);
  }

  /** WA-207, RT-172. */
  private void requireUnlocked(DmlTarget target, String ids) throws SQLException {
    if (locked == null) {
      return;
    }
    String query =
        "SELECT 1 FROM "
            + target.name()
            + " WHERE "
            + locked.condition()
            + " AND rowid IN ("
            + ids
            + ") LIMIT 1";
    try (java.sql.Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      if (result.next()) {
        throw ServiceException.invalidQuery(
            "UPDATE or DELETE statement over table "
                + target.table().id()
                + " would affect rows in the streaming buffer, which is not supported"
                + locked.where());
      }
    }
  }

  /** Keeps the rows of a query under a name until {@link #drop}. */
  void keep(String name, String query) throws SQLException {
    long unused = change("CREATE TEMP TABLE " + name + " AS " + query);
    kept.add(name);
  }

  /**
   * Refuses when a row of the target has several new versions (SQ-002, SQ-005).
   *
   * @param changes a relation with the row ids of the target
   */
  void requireOneSourceRow(String changes) throws SQLException {
    String query =
        "SELECT 1 FROM " + changes + " GROUP BY " + DmlTarget.ROW + " HAVING count(*) > 1 LIMIT 1";
    try (java.sql.Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      if (result.next()) {
        throw ServiceException.invalidQuery(
            "UPDATE/MERGE must match at most one source row for each target row");
      }
    }
  }

  /** Drops what was kept; a transaction that fails drops it by rolling back. */
  void drop() throws SQLException {
    for (String name : kept) {
      long unused = change("DROP TABLE temp." + name);
    }
    kept.clear();
  }
}
