package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedColumn;
import com.google.zetasql.resolvedast.ResolvedNode;
import com.google.zetasql.resolvedast.ResolvedNodes;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedColumnRef;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDeleteStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedExpr;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedExpressionColumn;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedFilterScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedFunctionCall;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedInsertStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedJoinScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedMergeStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedStatement;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedTableScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedTruncateStmt;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedUpdateStmt;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sees to {@code require_partition_filter} (SQ-042, SQ-014): every read of such a table needs a
 * condition on its partition column and on no other. One owner thread.
 */
final class PartitionFilters extends ResolvedNodes.Visitor {
  private final Map<String, TableMetadata> demanding = new HashMap<>();
  private final List<ResolvedTableScan> scans = new ArrayList<>();
  private final Set<Long> restricted = new HashSet<>();

  private PartitionFilters(List<Source> sources) {
    for (Source source : sources) {
      TableMetadata table = source.table();
      Partitioning by = table == null ? null : table.partitioning();
      if (table != null && by != null && by.requireFilter()) {
        demanding.put(source.key(), table);
      }
    }
  }

  /**
   * Refuses a statement that reads a table without the filter it requires.
   *
   * @throws ServiceException 400 {@code invalidQuery}
   */
  static void require(ResolvedStatement statement, List<Source> sources) {
    PartitionFilters filters = new PartitionFilters(sources);
    if (!filters.demanding.isEmpty()) {
      statement.accept(filters);
      filters.scans.forEach(filters::require);
    }
  }

  private void require(ResolvedTableScan scan) {
    TableMetadata table = demanding.get(scan.getTable().getFullName());
    Partitioning by = table == null ? null : table.partitioning();
    if (table == null || by == null) {
      return;
    }
    String column = by.field();
    if (!isRestricted(scan, table, column)) {
      throw refusal(table, column);
    }
  }

  /**
   * Refuses a read of a table without the filter it requires.
   *
   * @param condition what the rows must meet, over expression columns; null for no condition
   * @throws ServiceException 400 {@code invalidQuery}
   */
  static void require(TableMetadata table, @Nullable ResolvedExpr condition) {
    Partitioning by = table.partitioning();
    if (by == null || !by.requireFilter()) {
      return;
    }
    String column = by.field();
    if (column == null || condition == null || !restricts(condition, column)) {
      throw refusal(table, column);
    }
  }

  /** Whether a part of the condition that must hold says something of this column only. */
  private static boolean restricts(ResolvedExpr condition, String column) {
    if (condition instanceof ResolvedFunctionCall call
        && call.getFunction().getName().equals("$and")) {
      return call.getArgumentList().stream().anyMatch(part -> restricts(part, column));
    }
    Set<String> names = ExpressionColumns.of(condition);
    return names.size() == 1 && names.contains(column.toLowerCase(Locale.ROOT));
  }

  private static ServiceException refusal(TableMetadata table, @Nullable String column) {
    return ServiceException.invalidQuery(
        "Cannot query over table '"
            + table.id()
            + "' without a filter over column(s) "
            + (column == null
                ? "'_PARTITION_LOAD_TIME', '_PARTITIONDATE', '_PARTITIONTIME'"
                : "'" + column + "'")
            + " that can be used for partition elimination");
  }

  private boolean isRestricted(
      ResolvedTableScan scan, TableMetadata table, @Nullable String column) {
    for (int i = 0; i < scan.getColumnList().size(); i++) {
      int index = scan.getColumnIndexList().get(i).intValue();
      // The columns behind a table's own are those of its partitions.
      boolean partitions =
          index < table.fields().size()
              ? table.fields().get(index).name().equalsIgnoreCase(column)
              : column == null;
      if (partitions && restricted.contains(scan.getColumnList().get(i).getId())) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void visit(ResolvedTableScan node) {
    scans.add(node);
  }

  @Override
  public void visit(ResolvedFilterScan node) {
    restrict(node.getFilterExpr());
    defaultVisit(node);
  }

  @Override
  public void visit(ResolvedJoinScan node) {
    restrict(node.getJoinExpr());
    defaultVisit(node);
  }

  @Override
  public void visit(ResolvedUpdateStmt node) {
    restrict(node.getWhereExpr());
    defaultVisit(node);
  }

  @Override
  public void visit(ResolvedDeleteStmt node) {
    restrict(node.getWhereExpr());
    defaultVisit(node);
  }

  @Override
  public void visit(ResolvedMergeStmt node) {
    restrict(node.getMergeExpr());
    defaultVisit(node);
  }

  @Override
  public void visit(ResolvedInsertStmt node) {
    if (node.getQuery() != null) {
      node.getQuery().accept(this);
    }
    node.getRowList().forEach(row -> row.accept(this));
  }

  @Override
  public void visit(ResolvedTruncateStmt node) {
    // Takes away whole partitions and reads none.
  }

  /** Notes the column of each condition that must hold and says something of one column only. */
  private void restrict(@Nullable ResolvedExpr condition) {
    if (condition instanceof ResolvedFunctionCall call
        && call.getFunction().getName().equals("$and")) {
      call.getArgumentList().forEach(this::restrict);
    } else if (condition != null) {
      Set<Long> columns = Columns.of(condition);
      if (columns.size() == 1) {
        restricted.addAll(columns);
      }
    }
  }

  /** The names of the expression columns that a condition mentions, in lower case. */
  private static final class ExpressionColumns extends ResolvedNodes.Visitor {
    private final Set<String> names = new HashSet<>();

    static Set<String> of(ResolvedNode expression) {
      ExpressionColumns columns = new ExpressionColumns();
      expression.accept(columns);
      return columns.names;
    }

    @Override
    public void visit(ResolvedExpressionColumn node) {
      names.add(node.getName().toLowerCase(Locale.ROOT));
    }
  }

  /** The columns that an expression mentions. */
  private static final class Columns extends ResolvedNodes.Visitor {
    private final Set<Long> ids = new HashSet<>();

    static Set<Long> of(ResolvedNode expression) {
      Columns columns = new Columns();
      expression.accept(columns);
      return columns.ids;
    }

    @Override
    public void visit(ResolvedColumnRef node) {
      ResolvedColumn column = node.getColumn();
      ids.add(column.getId());
    }
  }
}
