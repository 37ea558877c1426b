package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNodes;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedStatement;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedTableScan;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.RowStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Finds the tables that a statement reads as of an earlier time (SQ-062). One owner thread. */
final class PastScans extends ResolvedNodes.Visitor {
  private final RowStore rows;
  private final Constants constants;
  private final List<ResolvedTableScan> scans = new ArrayList<>();

  PastScans(RowStore rows, Constants constants) {
    this.rows = rows;
    this.constants = constants;
  }

  /** Tells a translation where the rows of those tables are. */
  void define(ResolvedStatement statement, Translation translation) {
    statement.accept(this);
    for (ResolvedTableScan scan : scans) {
      TableMetadata table = translation.source(scan.getTable().getFullName()).table();
      if (table == null) {
        throw ServiceException.notSupported("SQL FOR SYSTEM_TIME AS OF on a view");
      }
      Object time = constants.value(scan.getForSystemTimeExpr());
      if (!(time instanceof Instant instant)) {
        throw ServiceException.invalidQuery("FOR SYSTEM_TIME AS OF expression must not be NULL");
      }
      translation.read(scan, rows.pastRelation(table, instant));
    }
  }

  @Override
  public void visit(ResolvedTableScan node) {
    if (node.getForSystemTimeExpr() != null) {
      scans.add(node);
    }
    super.visit(node);
  }
}
