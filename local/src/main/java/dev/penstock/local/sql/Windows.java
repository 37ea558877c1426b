package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAnalyticFunctionGroup;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedColumnRef;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedOrderByItem;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedWindowFrame;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedWindowFrameExpr;
import com.google.zetasql.resolvedast.ResolvedWindowFrameEnums.FrameUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes OVER clauses. */
final class Windows {
  private Windows() {}

  static String over(
      ResolvedAnalyticFunctionGroup group,
      @Nullable ResolvedWindowFrame frame,
      ExpressionTranslator expressions) {
    List<String> parts = new ArrayList<>();
    if (group.getPartitionBy() != null) {
      parts.add(
          group.getPartitionBy().getPartitionByList().stream()
              .map(ResolvedColumnRef::getColumn)
              .map(ScanTranslator::name)
              .collect(Collectors.joining(", ", "PARTITION BY ", "")));
    }
    if (group.getOrderBy() != null) {
      List<ResolvedOrderByItem> items = group.getOrderBy().getOrderByItemList();
      boolean single = frame != null && hasRangeOffset(frame) && items.size() == 1;
      parts.add("ORDER BY " + (single ? Ordering.singleKey(items.get(0)) : Ordering.keys(items)));
    }
    if (frame != null) {
      parts.add(
          frame.getFrameUnit()
              + " BETWEEN "
              + boundary(frame.getStartExpr(), expressions)
              + " AND "
              + boundary(frame.getEndExpr(), expressions));
    }
    return "OVER (" + String.join(" ", parts) + ")";
  }

  private static boolean hasRangeOffset(ResolvedWindowFrame frame) {
    return frame.getFrameUnit() == FrameUnit.RANGE
        && (frame.getStartExpr().getExpression() != null
            || frame.getEndExpr().getExpression() != null);
  }

  private static String boundary(
      ResolvedWindowFrameExpr boundary, ExpressionTranslator expressions) {
    return switch (boundary.getBoundaryType()) {
      case UNBOUNDED_PRECEDING -> "UNBOUNDED PRECEDING";
      case OFFSET_PRECEDING -> expressions.sql(boundary.getExpression()) + " PRECEDING";
      case CURRENT_ROW -> "CURRENT ROW";
      case OFFSET_FOLLOWING -> expressions.sql(boundary.getExpression()) + " FOLLOWING";
      case UNBOUNDED_FOLLOWING -> "UNBOUNDED FOLLOWING";
    };
  }
}
