package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedColumnRef;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedExpr;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedFunctionCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The condition of a join, where NULL counts as FALSE. {@code a = b OR (a IS NULL AND b IS NULL)}
 * becomes {@code a IS NOT DISTINCT FROM b}: DuckDB does so itself for one such key of an inner join
 * only, and compares every row with every other for several or for an outer join. One owner thread.
 */
final class JoinCondition {
  private final ExpressionTranslator expressions;

  JoinCondition(ExpressionTranslator expressions) {
    this.expressions = expressions;
  }

  String sql(ResolvedExpr condition) {
    List<ResolvedExpr> parts = parts(condition, "$and");
    if (parts.isEmpty()) {
      String keys = sameOrNull(condition);
      return keys == null ? expressions.sql(condition) : keys;
    }
    List<String> all = new ArrayList<>();
    for (ResolvedExpr part : parts) {
      all.add(sql(part));
    }
    return "(" + String.join(" AND ", all) + ")";
  }

  private @Nullable String sameOrNull(ResolvedExpr condition) {
    List<ResolvedExpr> sides = parts(condition, "$or");
    if (sides.size() != 2) {
      return null;
    }
    String found = sameOrNull(sides.get(0), sides.get(1));
    return found == null ? sameOrNull(sides.get(1), sides.get(0)) : found;
  }

  private @Nullable String sameOrNull(ResolvedExpr same, ResolvedExpr bothNull) {
    List<ResolvedExpr> equal = parts(same, "$equal");
    if (equal.size() != 2 || !equal.stream().allMatch(JoinCondition::isPlainColumn)) {
      return null;
    }
    Set<String> nulls = new HashSet<>();
    for (ResolvedExpr part : parts(bothNull, "$and")) {
      List<ResolvedExpr> tested = parts(part, "$is_null");
      nulls.add(tested.isEmpty() ? "" : expressions.sql(tested.get(0)));
    }
    String left = expressions.sql(equal.get(0));
    String right = expressions.sql(equal.get(1));
    return nulls.equals(new HashSet<>(List.of(left, right)))
        ? "(" + left + " IS NOT DISTINCT FROM " + right + ")"
        : null;
  }

  private static boolean isPlainColumn(ResolvedExpr expr) {
    return expr instanceof ResolvedColumnRef && Equality.isPlain(expr.getType());
  }

  /** The arguments of a call of this function; empty for anything else. */
  private static List<ResolvedExpr> parts(ResolvedExpr expr, String function) {
    return expr instanceof ResolvedFunctionCall call
            && call.getFunction().getName().equals(function)
        ? call.getArgumentList()
        : List.of();
  }
}
