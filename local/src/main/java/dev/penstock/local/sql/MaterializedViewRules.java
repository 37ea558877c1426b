package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNodes;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAnalyticScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedCreateMaterializedViewStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedFunctionCall;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedLimitOffsetScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedOrderByScan;
import dev.penstock.local.catalog.ServiceException;
import java.util.Locale;
import java.util.Set;

/** What the query of a materialized view may not have, because the service keeps it up to date. */
final class MaterializedViewRules extends ResolvedNodes.Visitor {
  private static final Set<String> UNSTABLE =
      Set.of(
          "current_date",
          "current_datetime",
          "current_time",
          "current_timestamp",
          "generate_uuid",
          "rand",
          "session_user");

  private final boolean incremental;

  private MaterializedViewRules(boolean incremental) {
    this.incremental = incremental;
  }

  /**
   * Refuses a query that the service does not materialize.
   *
   * @throws ServiceException 400 {@code invalidQuery}
   */
  static void check(ResolvedCreateMaterializedViewStmt view, TableDraft draft) {
    if (view.getReplicaSource() != null) {
      throw ServiceException.notSupported("SQL CREATE MATERIALIZED VIEW AS REPLICA OF");
    }
    boolean incremental = !"true".equals(draft.options.get(TableOptions.NON_INCREMENTAL));
    view.getQuery().accept(new MaterializedViewRules(incremental));
  }

  @Override
  public void visit(ResolvedFunctionCall node) {
    String name = node.getFunction().getName().toLowerCase(Locale.ROOT);
    if (UNSTABLE.contains(name)) {
      throw refused("function " + name.toUpperCase(Locale.ROOT));
    }
    super.visit(node);
  }

  @Override
  public void visit(ResolvedOrderByScan node) {
    refuseUnlessRecomputed("ORDER BY");
    super.visit(node);
  }

  @Override
  public void visit(ResolvedLimitOffsetScan node) {
    refuseUnlessRecomputed("LIMIT");
    super.visit(node);
  }

  @Override
  public void visit(ResolvedAnalyticScan node) {
    refuseUnlessRecomputed("window functions");
    super.visit(node);
  }

  private void refuseUnlessRecomputed(String feature) {
    if (incremental) {
      throw refused(feature);
    }
  }

  private static ServiceException refused(String feature) {
    return ServiceException.invalidQuery("Unsupported feature in materialized view: " + feature);
  }
}
