package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedColumn;
import com.google.zetasql.resolvedast.ResolvedJoinScanEnums.JoinType;
import com.google.zetasql.resolvedast.ResolvedMergeWhenEnums.ActionType;
import com.google.zetasql.resolvedast.ResolvedNode;
import com.google.zetasql.resolvedast.ResolvedNodes;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedArrayScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedColumnRef;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDeleteStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedExpr;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedFilterScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedFunctionCall;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedInsertStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedJoinScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedMergeStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedOrderByScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedProjectScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedQueryStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedStatement;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedTableScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedTruncateStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedUpdateStmt;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tables that a statement reads, each with the conditions that its rows must meet
 * wherever they come to be used. One owner thread.
 */
final class TableReads extends ResolvedNodes.Visitor {
  /**
   * A table that is read.
   *
   * @param isTarget whether a statement changes its rows, which reads them whole
   * @param conditions what must hold for each row that is used
   */
  record Read(ResolvedTableScan scan, boolean isTarget, List<ResolvedExpr> conditions) {}

  private final List<Read> reads = new ArrayList<>();
  private List<ResolvedExpr> conditions = List.of();

  private TableReads() {}

  static List<Read> of(ResolvedStatement statement) {
    TableReads reads = new TableReads();
    statement.accept(reads);
    return reads.reads;
  }

  /** What is no part of a chain of filters, joins and projections takes no condition further. */
  @Override
  protected void defaultVisit(ResolvedNode node) {
    with(List.of(), () -> super.defaultVisit(node));
  }

  private void with(List<ResolvedExpr> wanted, Runnable work) {
    List<ResolvedExpr> before = conditions;
    conditions = wanted;
    work.run();
    conditions = before;
  }

  private List<ResolvedExpr> and(@Nullable ResolvedExpr condition) {
    List<ResolvedExpr> all = new ArrayList<>(conditions);
    addParts(condition, all);
    return all;
  }

  private static void addParts(@Nullable ResolvedExpr condition, List<ResolvedExpr> parts) {
    if (condition instanceof ResolvedFunctionCall call
        && call.getFunction().getName().equals("$and")) {
      call.getArgumentList().forEach(part -> addParts(part, parts));
    } else if (condition != null) {
      parts.add(condition);
    }
  }

  @Override
  public void visit(ResolvedTableScan node) {
    reads.add(new Read(node, false, conditions));
  }

  @Override
  public void visit(ResolvedQueryStmt node) {
    super.defaultVisit(node);
  }

  @Override
  public void visit(ResolvedProjectScan node) {
    super.defaultVisit(node);
  }

  @Override
  public void visit(ResolvedOrderByScan node) {
    super.defaultVisit(node);
  }

  @Override
  public void visit(ResolvedArrayScan node) {
    super.defaultVisit(node);
  }

  @Override
  public void visit(ResolvedFilterScan node) {
    with(and(node.getFilterExpr()), () -> node.getInputScan().accept(this));
    subqueries(node.getFilterExpr());
  }

  /** A condition of ON says nothing of the rows of a side that is kept whole. */
  @Override
  public void visit(ResolvedJoinScan node) {
    JoinType type = node.getJoinType();
    List<ResolvedExpr> met = and(node.getJoinExpr());
    boolean leftMeets = type == JoinType.INNER || type == JoinType.RIGHT;
    boolean rightMeets = type == JoinType.INNER || type == JoinType.LEFT;
    with(leftMeets ? met : conditions, () -> node.getLeftScan().accept(this));
    with(rightMeets ? met : conditions, () -> node.getRightScan().accept(this));
    subqueries(node.getJoinExpr());
  }

  @Override
  public void visit(ResolvedInsertStmt node) {
    subqueries(node.getQuery());
    node.getRowList().forEach(this::subqueries);
  }

  @Override
  public void visit(ResolvedUpdateStmt node) {
    change(node.getTableScan(), node.getFromScan(), node.getWhereExpr());
    node.getUpdateItemList().forEach(this::subqueries);
  }

  @Override
  public void visit(ResolvedDeleteStmt node) {
    change(node.getTableScan(), null, node.getWhereExpr());
  }

  private void change(
      ResolvedTableScan target, @Nullable ResolvedScan from, @Nullable ResolvedExpr where) {
    reads.add(new Read(target, true, and(where)));
    with(
        and(where),
        () -> {
          if (from != null) {
            from.accept(this);
          }
        });
    subqueries(where);
  }

  /** Clauses that only insert read the target's key and no other column. */
  @Override
  public void visit(ResolvedMergeStmt node) {
    boolean changes =
        node.getWhenClauseList().stream()
            .anyMatch(when -> when.getActionType() != ActionType.INSERT);
    boolean meets =
        node.getWhenClauseList().stream()
            .noneMatch(when -> when.getMatchType().name().equals("NOT_MATCHED_BY_SOURCE"));
    List<ResolvedExpr> met = meets ? and(node.getMergeExpr()) : List.of();
    reads.add(new Read(node.getTableScan(), changes, met));
    with(List.of(), () -> node.getFromScan().accept(this));
    subqueries(node.getMergeExpr());
    node.getWhenClauseList().forEach(this::subqueries);
  }

  @Override
  public void visit(ResolvedTruncateStmt node) {
    // Takes away whole partitions and reads none.
  }

  private void subqueries(@Nullable ResolvedNode node) {
    if (node != null) {
      with(List.of(), () -> node.accept(this));
    }
  }

  /** Whether an expression has the same value for every row. */
  static boolean isConstant(ResolvedExpr expression) {
    boolean[] constant = {true};
    expression.accept(
        new ResolvedNodes.Visitor() {
          @Override
          public void visit(ResolvedColumnRef node) {
            constant[0] = false;
          }

          @Override
          public void visit(ResolvedTableScan node) {
            constant[0] = false;
          }
        });
    return constant[0];
  }

  /** The column that an expression is; null for another expression. */
  static @Nullable ResolvedColumn column(ResolvedExpr expression) {
    return expression instanceof ResolvedColumnRef reference ? reference.getColumn() : null;
  }
}
