package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedColumn;
import com.google.zetasql.resolvedast.ResolvedNode;
import com.google.zetasql.resolvedast.ResolvedNodes;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedColumnRef;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedComputedColumn;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedInsertStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedOutputColumn;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedProjectScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedQueryStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedSetOperationItem;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedSetOperationScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedStatement;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedSubqueryExpr;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedWithEntry;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedWithRefScan;
import com.google.zetasql.resolvedast.ResolvedSetOperationScanEnums.SetOperationType;
import com.google.zetasql.resolvedast.ResolvedSubqueryExprEnums.SubqueryType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The columns of a statement that its effect or some of its output needs: the analyzer keeps
 * expressions that nobody reads. One owner thread.
 */
final class LiveColumns extends ResolvedNodes.Visitor {
  private final Set<Long> live = new HashSet<>();

  /** The places of the columns of WITH queries, each as its name and place. */
  private final Set<String> liveInWith = new HashSet<>();

  private LiveColumns() {}

  /** The ids of the columns that a statement needs. */
  static Set<Long> of(ResolvedStatement statement) {
    return new LiveColumns().under(statement);
  }

  /** The ids of the columns that the outputs at some places need. */
  static Set<Long> of(ResolvedQueryStmt query, Set<Integer> outputs) {
    LiveColumns columns = new LiveColumns();
    outputs.forEach(
        place -> columns.live.add(query.getOutputColumnList().get(place).getColumn().getId()));
    return columns.under(query.getQuery());
  }

  private Set<Long> under(ResolvedNode node) {
    int known = -1;
    while (live.size() + liveInWith.size() > known) {
      known = live.size() + liveInWith.size();
      node.accept(this);
    }
    return live;
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
  public void visit(ResolvedOutputColumn node) {
    live.add(node.getColumn().getId());
  }

  @Override
  public void visit(ResolvedInsertStmt node) {
    add(node.getQueryOutputColumnList());
    super.visit(node);
  }

  /** Only UNION ALL keeps all rows whatever columns it has. */
  @Override
  public void visit(ResolvedSetOperationScan node) {
    for (ResolvedSetOperationItem item : node.getInputItemList()) {
      if (node.getOpType() == SetOperationType.UNION_ALL) {
        for (int i = 0; i < node.getColumnList().size(); i++) {
          if (live.contains(node.getColumnList().get(i).getId())) {
            live.add(item.getOutputColumnList().get(i).getId());
          }
        }
        item.getScan().accept(this);
      } else {
        item.accept(this);
      }
    }
  }

  @Override
  public void visit(ResolvedSetOperationItem node) {
    add(node.getOutputColumnList());
    super.visit(node);
  }

  @Override
  public void visit(ResolvedWithRefScan node) {
    for (int i = 0; i < node.getColumnList().size(); i++) {
      if (live.contains(node.getColumnList().get(i).getId())) {
        liveInWith.add(node.getWithQueryName() + " " + i);
      }
    }
  }

  @Override
  public void visit(ResolvedWithEntry node) {
    List<ResolvedColumn> columns = node.getWithSubquery().getColumnList();
    for (int i = 0; i < columns.size(); i++) {
      if (liveInWith.contains(node.getWithQueryName() + " " + i)) {
        live.add(columns.get(i).getId());
      }
    }
    super.visit(node);
  }

  @Override
  public void visit(ResolvedSubqueryExpr node) {
    if (node.getSubqueryType() != SubqueryType.EXISTS) {
      add(node.getSubquery().getColumnList());
    }
    super.visit(node);
  }
}
