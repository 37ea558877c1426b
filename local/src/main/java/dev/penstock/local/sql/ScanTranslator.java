package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedColumn;
import com.google.zetasql.resolvedast.ResolvedJoinScanEnums.JoinType;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAggregateScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAnalyticScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedArrayScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedBarrierScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedComputedColumn;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedFilterScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedJoinScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedLimitOffsetScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedOrderByScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedProjectScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedRecursiveRefScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedRecursiveScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedSetOperationScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedSingleRowScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedTableScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedWithRefScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedWithScan;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Translates scans. Each scan becomes one SELECT whose columns are named by the analyzer's column
 * ids, which no two columns of a statement share. One owner thread.
 */
final class ScanTranslator {
  private static final String NO_COLUMNS = "1 AS dummy";

  private final Translation translation;
  private final SetOperations setOperations;
  private final Aggregates aggregates;
  private final NodeDispatch<String> dispatch;

  ScanTranslator(Translation translation) {
    this.translation = translation;
    this.setOperations = new SetOperations(this, translation);
    this.aggregates = new Aggregates(this, translation);
    this.dispatch =
        new NodeDispatch<String>("SQL clause")
            .on(ResolvedSingleRowScan.class, scan -> "SELECT " + NO_COLUMNS)
            .on(ResolvedTableScan.class, this::table)
            .on(ResolvedFilterScan.class, this::filter)
            .on(ResolvedProjectScan.class, this::project)
            .on(ResolvedJoinScan.class, this::join)
            .on(ResolvedArrayScan.class, this::array)
            .on(ResolvedAggregateScan.class, aggregates::aggregate)
            .on(ResolvedAnalyticScan.class, aggregates::analytic)
            .on(ResolvedOrderByScan.class, this::ordered)
            .on(ResolvedLimitOffsetScan.class, this::ordered)
            .on(ResolvedSetOperationScan.class, setOperations::union)
            .on(ResolvedRecursiveScan.class, setOperations::recursive)
            .on(ResolvedWithScan.class, setOperations::with)
            .on(ResolvedWithRefScan.class, setOperations::reference)
            .on(ResolvedRecursiveRefScan.class, setOperations::recursiveReference)
            .on(ResolvedBarrierScan.class, scan -> sql(scan.getInputScan()));
  }

  /** The name of a column. */
  static String name(ResolvedColumn column) {
    return "c" + column.getId();
  }

  /** The select list of columns that are there already. */
  static String columns(List<ResolvedColumn> columns) {
    Set<String> names = new LinkedHashSet<>();
    columns.forEach(column -> names.add(name(column)));
    return list(names);
  }

  /** A select list, which DuckDB does not let be empty. */
  static String list(Collection<String> items) {
    return items.isEmpty() ? NO_COLUMNS : String.join(", ", items);
  }

  /** A SELECT of a scan. */
  String sql(ResolvedScan scan) {
    return dispatch.apply(scan);
  }

  /**
   * A scan with the order and the limit at its end taken off, so that they can be put outermost.
   */
  Tail tail(ResolvedScan scan) {
    if (scan instanceof ResolvedLimitOffsetScan limit) {
      Tail input = tail(limit.getInputScan());
      if (!input.limit().isEmpty()) {
        input = new Tail("SELECT * FROM (" + input.sql() + ")", "", "");
      }
      String rows = " LIMIT " + expression(limit.getLimit());
      String skipped = limit.getOffset() == null ? "" : " OFFSET " + expression(limit.getOffset());
      return new Tail(input.input(), input.order(), rows + skipped);
    }
    if (scan instanceof ResolvedOrderByScan order) {
      return new Tail(sql(order.getInputScan()), Ordering.keys(order.getOrderByItemList()), "");
    }
    return new Tail(sql(scan), "", "");
  }

  /**
   * The end of a query.
   *
   * @param input the SELECT without order and limit
   * @param order the keys of ORDER BY; empty for none
   * @param limit LIMIT and OFFSET; empty for none
   */
  record Tail(String input, String order, String limit) {
    String clauses() {
      return (order.isEmpty() ? "" : " ORDER BY " + order) + limit;
    }

    String sql() {
      return "SELECT * FROM (" + input + ")" + clauses();
    }
  }

  /** Columns that say in which order an array had the rows of a scan; empty for a set. */
  List<String> arrayOrder(ResolvedScan scan) {
    if (scan instanceof ResolvedArrayScan array && array.getInputScan() == null) {
      return List.of(positionName(array));
    }
    if (scan instanceof ResolvedFilterScan filter) {
      return arrayOrder(filter.getInputScan());
    }
    return scan instanceof ResolvedProjectScan project
        ? arrayOrder(project.getInputScan())
        : List.of();
  }

  private String ordered(ResolvedScan scan) {
    return tail(scan).sql();
  }

  private String table(ResolvedTableScan scan) {
    Source source = translation.source(scan.getTable().getFullName());
    return "SELECT " + list(tableColumns(scan, source)) + " FROM " + translation.relation(scan);
  }

  /** The select items of a table's columns. */
  static List<String> tableColumns(ResolvedTableScan scan, Source source) {
    List<String> items = new ArrayList<>();
    for (int i = 0; i < scan.getColumnList().size(); i++) {
      Field field = source.fields().get(scan.getColumnIndexList().get(i).intValue());
      String pseudo = source.pseudoColumns().get(field.name());
      String value = pseudo == null ? StoredColumn.read(field) : pseudo;
      items.add(value + " AS " + name(scan.getColumnList().get(i)));
    }
    return items;
  }

  private String filter(ResolvedFilterScan scan) {
    return "SELECT * FROM ("
        + sql(scan.getInputScan())
        + ") WHERE "
        + expression(scan.getFilterExpr());
  }

  private String project(ResolvedProjectScan scan) {
    Map<Long, String> computed = new HashMap<>();
    for (ResolvedComputedColumn column : scan.getExprList()) {
      computed.put(column.getColumn().getId(), expression(column.getExpr()));
    }
    Set<String> items = new LinkedHashSet<>();
    for (ResolvedColumn column : scan.getColumnList()) {
      String sql = computed.get(column.getId());
      items.add(sql == null ? name(column) : sql + " AS " + name(column));
    }
    items.addAll(arrayOrder(scan.getInputScan()));
    return "SELECT " + list(items) + " FROM (" + sql(scan.getInputScan()) + ")";
  }

  private String join(ResolvedJoinScan scan) {
    if (scan.getIsLateral()) {
      throw ServiceException.notSupported("SQL LATERAL join");
    }
    String left = "SELECT * FROM (" + sql(scan.getLeftScan()) + ") ";
    String right = " JOIN (" + sql(scan.getRightScan()) + ")";
    if (scan.getJoinExpr() == null) {
      return left
          + (scan.getJoinType() == JoinType.INNER
              ? "CROSS" + right
              : scan.getJoinType() + right + " ON TRUE");
    }
    String condition = new JoinCondition(translation.expressions()).sql(scan.getJoinExpr());
    return left + scan.getJoinType() + right + " ON " + condition;
  }

  private String array(ResolvedArrayScan scan) {
    if (scan.getArrayExprList().size() != 1) {
      throw ServiceException.notSupported("SQL UNNEST of several arrays");
    }
    String element = name(scan.getElementColumnList().get(0));
    String offset =
        scan.getArrayOffsetColumn() == null
            ? positionName(scan)
            : name(scan.getArrayOffsetColumn().getColumn());
    String rows =
        "SELECT unnest(v) AS "
            + element
            + ", unnest(range(len(v))) AS "
            + offset
            + " FROM (SELECT "
            + expression(scan.getArrayExprList().get(0))
            + " AS v)";
    if (scan.getArrayOffsetColumn() != null) {
      rows = "SELECT *, " + offset + " AS " + positionName(scan) + " FROM (" + rows + ")";
    }
    if (scan.getInputScan() == null) {
      return rows;
    }
    String condition = scan.getJoinExpr() == null ? "TRUE" : expression(scan.getJoinExpr());
    return "SELECT * FROM ("
        + sql(scan.getInputScan())
        + ")"
        + (scan.getIsOuter() ? " LEFT" : " INNER")
        + " JOIN LATERAL ("
        + rows
        + ") ON "
        + condition;
  }

  private static String positionName(ResolvedArrayScan scan) {
    return "o" + scan.getElementColumnList().get(0).getId();
  }

  private String expression(com.google.zetasql.resolvedast.ResolvedNodes.ResolvedExpr expr) {
    return translation.expressions().sql(expr);
  }
}
