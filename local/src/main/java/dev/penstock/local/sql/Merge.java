package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedMergeWhenEnums.ActionType;
import com.google.zetasql.resolvedast.ResolvedMergeWhenEnums.MatchType;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedMergeStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedMergeWhen;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * One MERGE, in steps: pair each source row with the target's, choose for each pair and each lone
 * row the first clause whose condition holds (SQ-001), compute all new rows from the old state
 * (SQ-006), then delete, update and insert. Rows that no clause chooses are not kept. One owner
 * thread.
 */
final class Merge {
  private static final String SOURCE = "penstock_merge_source";
  private static final String CHOSEN = "penstock_merge_chosen";
  private static final String NOT_IN_SOURCE = "penstock_merge_target_only";
  private static final String CHANGES = "penstock_merge_changes_";

  private final Statement statement;
  private final ResolvedMergeStmt node;
  private final DmlTarget target;

  Merge(Statement statement, ResolvedMergeStmt node, DmlTarget target) {
    this.statement = statement;
    this.node = node;
    this.target = target;
  }

  /** Returns how many rows were inserted, updated and deleted. */
  DmlCounts run(DmlConnection connection) throws SQLException {
    choose(connection);
    List<Integer> updates = new ArrayList<>();
    List<Integer> inserts = new ArrayList<>();
    List<String> deletes = new ArrayList<>();
    for (int i = 0; i < node.getWhenClauseList().size(); i++) {
      ResolvedMergeWhen clause = node.getWhenClauseList().get(i);
      String chosen = " FROM " + rows(clause.getMatchType()) + " WHERE action = " + i;
      switch (clause.getActionType()) {
        case INSERT -> {
          connection.keep(CHANGES + i, "SELECT " + insertItems(clause) + chosen);
          inserts.add(i);
        }
        case UPDATE -> {
          connection.keep(
              CHANGES + i,
              "SELECT "
                  + DmlTarget.ROW
                  + ", "
                  + target.updateItems(clause.getUpdateItemList())
                  + chosen);
          updates.add(i);
        }
        case DELETE -> deletes.add("SELECT " + DmlTarget.ROW + chosen);
      }
    }
    long deleted = delete(connection, deletes);
    long updated = update(connection, updates);
    return new DmlCounts(insert(connection, inserts), updated, deleted);
  }

  private void choose(DmlConnection connection) throws SQLException {
    String source = "(" + statement.translation().scans().sql(node.getFromScan()) + ")";
    if (has(MatchType.NOT_MATCHED_BY_SOURCE)) {
      // Read twice, and a query may yield other rows each time.
      connection.keep(SOURCE, "SELECT * FROM " + source);
      source = SOURCE;
      connection.keep(
          NOT_IN_SOURCE, chosen(action(MatchType.NOT_MATCHED_BY_SOURCE), targetRows() + lone()));
    }
    String action =
        "CASE WHEN "
            + DmlTarget.ROW
            + " IS NULL THEN "
            + action(MatchType.NOT_MATCHED_BY_TARGET)
            + " ELSE "
            + action(MatchType.MATCHED)
            + " END";
    String join = has(MatchType.NOT_MATCHED_BY_TARGET) ? " LEFT JOIN " : " JOIN ";
    connection.keep(CHOSEN, chosen(action, source + join + targetRows() + " ON " + condition()));
    boolean updates =
        node.getWhenClauseList().stream()
            .anyMatch(
                clause ->
                    clause.getMatchType() == MatchType.MATCHED
                        && clause.getActionType() == ActionType.UPDATE);
    if (updates) {
      // Without an UPDATE clause the service tolerates several matches (SQ-003).
      connection.requireOneSourceRow(
          "(FROM " + CHOSEN + " WHERE " + DmlTarget.ROW + " IS NOT NULL)");
    }
  }

  private boolean has(MatchType type) {
    return node.getWhenClauseList().stream().anyMatch(clause -> clause.getMatchType() == type);
  }

  private static String chosen(String action, String rows) {
    return "SELECT * FROM (SELECT *, "
        + action
        + " AS action FROM "
        + rows
        + ") WHERE action IS NOT NULL";
  }

  private String targetRows() {
    return "(" + target.rows(node.getTableScan()) + ")";
  }

  private String condition() {
    return new JoinCondition(statement.translation().expressions()).sql(node.getMergeExpr());
  }

  /** Keeps the rows of the target that no source row meets. */
  private String lone() {
    return " WHERE "
        + DmlTarget.ROW
        + " NOT IN (SELECT "
        + DmlTarget.ROW
        + " FROM "
        + targetRows()
        + " JOIN "
        + SOURCE
        + " ON "
        + condition()
        + ")";
  }

  /** The number of the clause that applies to a row; NULL for none. */
  private String action(MatchType type) {
    StringBuilder sql = new StringBuilder("CASE WHEN FALSE THEN -1");
    for (int i = 0; i < node.getWhenClauseList().size(); i++) {
      ResolvedMergeWhen clause = node.getWhenClauseList().get(i);
      if (clause.getMatchType() == type) {
        String condition =
            clause.getMatchExpr() == null
                ? "TRUE"
                : statement.translation().expressions().sql(clause.getMatchExpr());
        sql.append(" WHEN ").append(condition).append(" THEN ").append(i);
      }
    }
    return sql.append(" END").toString();
  }

  private static String rows(MatchType type) {
    return switch (type) {
      case MATCHED, NOT_MATCHED_BY_TARGET -> CHOSEN;
      case NOT_MATCHED_BY_SOURCE -> NOT_IN_SOURCE;
    };
  }

  private String insertItems(ResolvedMergeWhen clause) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < clause.getInsertColumnList().size(); i++) {
      values.add(
          target.value(
              target.field(clause.getInsertColumnList().get(i)),
              clause.getInsertRow().getValueList().get(i)));
    }
    return target.insertItems(clause.getInsertColumnList(), values);
  }

  private long delete(DmlConnection connection, List<String> chosen) throws SQLException {
    return chosen.isEmpty() ? 0 : connection.delete(target, String.join(" UNION ", chosen));
  }

  private long update(DmlConnection connection, List<Integer> clauses) throws SQLException {
    long affected = 0;
    for (int clause : clauses) {
      affected +=
          connection.update(
              target, node.getWhenClauseList().get(clause).getUpdateItemList(), CHANGES + clause);
    }
    return affected;
  }

  private long insert(DmlConnection connection, List<Integer> clauses) throws SQLException {
    long affected = 0;
    for (int clause : clauses) {
      affected +=
          connection.change(
              "INSERT INTO " + target.name() + " BY NAME SELECT * FROM " + CHANGES + clause);
    }
    return affected;
  }
}
