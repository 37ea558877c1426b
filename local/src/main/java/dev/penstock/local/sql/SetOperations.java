package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedColumn;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedRecursiveRefScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedRecursiveScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedSetOperationItem;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedSetOperationScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedWithEntry;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedWithRefScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedWithScan;
import com.google.zetasql.resolvedast.ResolvedRecursiveScanEnums.RecursiveSetOperationType;
import dev.penstock.local.catalog.ServiceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Translates UNION, INTERSECT, EXCEPT and WITH. One owner thread. */
final class SetOperations {
  private final ScanTranslator scans;
  private final Translation translation;
  private final Map<String, WithQuery> withQueries = new HashMap<>();
  private final List<WithQuery> recursions = new ArrayList<>();

  /** A named query: its DuckDB name and the columns it has there. */
  private record WithQuery(String name, List<ResolvedColumn> columns) {}

  SetOperations(ScanTranslator scans, Translation translation) {
    this.scans = scans;
    this.translation = translation;
  }

  String union(ResolvedSetOperationScan scan) {
    List<String> parts = new ArrayList<>();
    for (ResolvedSetOperationItem item : scan.getInputItemList()) {
      parts.add(item(item, scan.getColumnList()));
    }
    String operator =
        switch (scan.getOpType()) {
          case UNION_ALL -> " UNION ALL ";
          case UNION_DISTINCT -> " UNION ";
          case INTERSECT_ALL -> " INTERSECT ALL ";
          case INTERSECT_DISTINCT -> " INTERSECT ";
          case EXCEPT_ALL -> " EXCEPT ALL ";
          case EXCEPT_DISTINCT -> " EXCEPT ";
        };
    return String.join(operator, parts);
  }

  String with(ResolvedWithScan scan) {
    List<String> entries = new ArrayList<>();
    for (ResolvedWithEntry entry : scan.getWithEntryList()) {
      WithQuery query =
          new WithQuery(translation.freshName("w"), entry.getWithSubquery().getColumnList());
      withQueries.put(entry.getWithQueryName(), query);
      recursions.add(query);
      entries.add(query.name() + " AS (" + scans.sql(entry.getWithSubquery()) + ")");
      recursions.remove(query);
    }
    return "WITH "
        + (scan.getRecursive() ? "RECURSIVE " : "")
        + String.join(", ", entries)
        + " "
        + scans.sql(scan.getQuery());
  }

  String reference(ResolvedWithRefScan scan) {
    WithQuery query = withQueries.get(scan.getWithQueryName());
    if (query == null) {
      throw new AssertionError(scan.getWithQueryName());
    }
    return renamed(query, scan.getColumnList());
  }

  String recursive(ResolvedRecursiveScan scan) {
    if (scan.getRecursionDepthModifier() != null) {
      throw ServiceException.notSupported("SQL WITH DEPTH");
    }
    boolean all = scan.getOpType() == RecursiveSetOperationType.UNION_ALL;
    return item(scan.getNonRecursiveTerm(), scan.getColumnList())
        + (all ? " UNION ALL " : " UNION ")
        + item(scan.getRecursiveTerm(), scan.getColumnList());
  }

  String recursiveReference(ResolvedRecursiveRefScan scan) {
    return renamed(recursions.get(recursions.size() - 1), scan.getColumnList());
  }

  private String item(ResolvedSetOperationItem item, List<ResolvedColumn> names) {
    return "SELECT "
        + aliases(item.getOutputColumnList(), names)
        + " FROM ("
        + scans.sql(item.getScan())
        + ")";
  }

  private static String renamed(WithQuery query, List<ResolvedColumn> names) {
    return "SELECT " + aliases(query.columns(), names) + " FROM " + query.name();
  }

  private static String aliases(List<ResolvedColumn> columns, List<ResolvedColumn> names) {
    List<String> items = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      items.add(ScanTranslator.name(columns.get(i)) + " AS " + ScanTranslator.name(names.get(i)));
    }
    return ScanTranslator.list(items);
  }
}
