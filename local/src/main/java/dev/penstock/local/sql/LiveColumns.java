package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedColumn;
import com.google.zetasql.resolvedast.ResolvedNodes;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedColumnRef;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedComputedColumn;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedProjectScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedQueryStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedSetOperationItem;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedSubqueryExpr;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedWithEntry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The columns of a view's query that some of its output needs: the analyzer keeps expressions that
 * nobody reads. Where columns are matched by position, all of them count. One owner thread.
 */
final class LiveColumns extends ResolvedNodes.Visitor {
  private final Set<Long> live = new HashSet<>();

  private LiveColumns() {}

  /** The ids of the columns that the outputs at some places need. */
  static Set<Long> of(ResolvedQueryStmt query, Set<Integer> outputs) {
    LiveColumns columns = new LiveColumns();
    outputs.forEach(
        place -> columns.live.add(query.getOutputColumnList().get(place).getColumn().getId()));
    int known = -1;
    while (columns.live.size() > known) {
      known = columns.live.size();
      query.getQuery().accept(columns);
    }
    return columns.live;
  }

  private void add(List<ResolvedColumn> columns) {
    columns.forEach(column -> live.add(column.getId()));
  }

  @Override
  public void visit(ResolvedColumnRef node) {
    live.add(node.getColumn().getId());
  }

  @Override
  public void visit(ResolvedProjectScan node) {
    for (ResolvedComputedColumn computed : node.getExprList()) {
      if (live.contains(computed.getColumn().getId())) {
        computed.getExpr().accept(this);
      }
    }
    node.getInputScan().accept(this);
  }

  @Override
  public void visit(ResolvedSetOperationItem node) {
    add(node.getOutputColumnList());
    super.visit(node);
  }

  @Override
  public void visit(ResolvedWithEntry node) {
    add(node.getWithSubquery().getColumnList());
    super.visit(node);
  }

  @Override
  public void visit(ResolvedSubqueryExpr node) {
    add(node.getSubquery().getColumnList());
    super.visit(node);
  }
}
