package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedAggregateHavingModifierEnums.HavingModifierKind;
import com.google.zetasql.resolvedast.ResolvedFunctionCallBaseEnums.ErrorMode;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAggregateFunctionCall;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAggregateHavingModifier;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAggregateScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAnalyticFunctionCall;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAnalyticFunctionGroup;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedAnalyticScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedColumnRef;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedComputedColumn;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedComputedColumnBase;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedExpr;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedFunctionCallBase;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedGroupingSet;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedGroupingSetBase;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedNonScalarFunctionCallBase;
import com.google.zetasql.resolvedast.ResolvedNonScalarFunctionCallBaseEnums.NullHandlingModifier;
import dev.penstock.local.catalog.ServiceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Translates GROUP BY and window functions. One owner thread. */
final class Aggregates {
  private final ScanTranslator scans;
  private final Translation translation;

  Aggregates(ScanTranslator scans, Translation translation) {
    this.scans = scans;
    this.translation = translation;
  }

  String aggregate(ResolvedAggregateScan scan) {
    if (!scan.getGroupingCallList().isEmpty()) {
      throw ServiceException.notSupported("SQL function GROUPING");
    }
    List<String> keys = new ArrayList<>();
    List<String> computed = new ArrayList<>(List.of("*"));
    for (ResolvedComputedColumn key : scan.getGroupByList()) {
      String name = ScanTranslator.name(key.getColumn());
      keys.add(name);
      computed.add(translation.expressions().sql(key.getExpr()) + " AS " + name);
    }
    List<String> items = new ArrayList<>(keys);
    for (ResolvedComputedColumnBase column : scan.getAggregateList()) {
      items.add(call(column) + " AS " + ScanTranslator.name(column.getColumn()));
    }
    return "SELECT "
        + ScanTranslator.list(items)
        + " FROM (SELECT "
        + String.join(", ", computed)
        + " FROM ("
        + scans.sql(scan.getInputScan())
        + "))"
        + groupBy(scan, keys);
  }

  String analytic(ResolvedAnalyticScan scan) {
    List<String> items = new ArrayList<>(List.of("*"));
    for (ResolvedAnalyticFunctionGroup group : scan.getFunctionGroupList()) {
      for (ResolvedComputedColumnBase column : group.getAnalyticFunctionList()) {
        ResolvedAnalyticFunctionCall call =
            (ResolvedAnalyticFunctionCall) ((ResolvedComputedColumn) column).getExpr();
        String over = Windows.over(group, call.getWindowFrame(), translation.expressions());
        items.add(windowCall(call, over) + " AS " + ScanTranslator.name(column.getColumn()));
      }
    }
    return "SELECT " + String.join(", ", items) + " FROM (" + scans.sql(scan.getInputScan()) + ")";
  }

  private static String groupBy(ResolvedAggregateScan scan, List<String> keys) {
    if (scan.getGroupingSetList().isEmpty()) {
      return keys.isEmpty() ? "" : " GROUP BY " + String.join(", ", keys);
    }
    List<String> sets = new ArrayList<>();
    for (ResolvedGroupingSetBase set : scan.getGroupingSetList()) {
      if (!(set instanceof ResolvedGroupingSet simple)) {
        throw ServiceException.notSupported("SQL GROUP BY " + set.nodeKindString());
      }
      sets.add(
          simple.getGroupByColumnList().stream()
              .map(ResolvedColumnRef::getColumn)
              .map(ScanTranslator::name)
              .collect(Collectors.joining(", ", "(", ")")));
    }
    return " GROUP BY GROUPING SETS (" + String.join(", ", sets) + ")";
  }

  private String call(ResolvedComputedColumnBase column) {
    ResolvedExpr expr = ((ResolvedComputedColumn) column).getExpr();
    ResolvedAggregateFunctionCall call = (ResolvedAggregateFunctionCall) expr;
    if (!call.getGroupByList().isEmpty() || call.getWithGroupRowsSubquery() != null) {
      throw ServiceException.notSupported("SQL multi-level aggregation");
    }
    ResolvedAggregateHavingModifier having = call.getHavingModifier();
    if (having != null) {
      return extreme(call, having);
    }
    boolean array = call.getFunction().getName().equals("array_agg");
    if (call.getLimit() != null && call.getFunction().getName().equals("string_agg")) {
      return limitedText(call);
    }
    if (call.getLimit() != null && !array) {
      throw ServiceException.notSupported(
          "SQL LIMIT in function " + call.getFunction().getSqlName());
    }
    Map<String, String> words = words(call);
    words.put("order", Ordering.clause(call.getOrderByItemList()));
    words.put("over", filter(call));
    String sql = expand(call, words);
    return call.getLimit() == null
        ? sql
        : "list_slice(" + sql + ", 1, " + translation.expressions().sql(call.getLimit()) + ")";
  }

  /** STRING_AGG(text, separator ORDER BY … LIMIT n). */
  private String limitedText(ResolvedAggregateFunctionCall call) {
    List<Argument> arguments = translation.expressions().arguments(call);
    Argument text = arguments.get(0);
    if (!text.type().isString() || call.getWhereExpr() != null) {
      throw ServiceException.notSupported("SQL LIMIT in STRING_AGG of BYTES or with WHERE");
    }
    return "array_to_string(list_slice(list("
        + (call.getDistinct() ? "DISTINCT " : "")
        + text.sql()
        + Ordering.clause(call.getOrderByItemList())
        + ") FILTER (WHERE "
        + text.sql()
        + " IS NOT NULL), 1, "
        + translation.expressions().sql(call.getLimit())
        + "), "
        + (arguments.size() > 1 ? arguments.get(1).sql() : "','")
        + ")";
  }

  private String windowCall(ResolvedAnalyticFunctionCall call, String over) {
    Map<String, String> words = words(call);
    words.put("order", "");
    words.put("over", filter(call) + " " + over);
    return expand(call, words);
  }

  /** ANY_VALUE(x HAVING MAX y): the x of a row with the greatest y. */
  private String extreme(
      ResolvedAggregateFunctionCall call, ResolvedAggregateHavingModifier having) {
    if (!call.getFunction().getName().equals("any_value")) {
      throw ServiceException.notSupported(
          "SQL HAVING in function " + call.getFunction().getSqlName());
    }
    boolean max = having.getKind() == HavingModifierKind.MAX;
    ExpressionTranslator expressions = translation.expressions();
    return (max ? "arg_max_null(" : "arg_min_null(")
        + expressions.sql(call.getArgumentList().get(0))
        + ", "
        + expressions.sql(having.getHavingExpr())
        + ")";
  }

  private Map<String, String> words(ResolvedNonScalarFunctionCallBase call) {
    Map<String, String> words = new HashMap<>();
    words.put("type", DuckTypes.of(call.getType()));
    words.put("distinct", call.getDistinct() ? "DISTINCT " : "");
    boolean ignore = call.getNullHandlingModifier() == NullHandlingModifier.IGNORE_NULLS;
    words.put("nulls", ignore ? " IGNORE NULLS" : "");
    return words;
  }

  private String filter(ResolvedNonScalarFunctionCallBase call) {
    List<String> conditions = new ArrayList<>();
    if (call.getWhereExpr() != null) {
      conditions.add(translation.expressions().sql(call.getWhereExpr()));
    }
    if (call.getFunction().getName().equals("array_agg")
        && call.getNullHandlingModifier() == NullHandlingModifier.IGNORE_NULLS) {
      conditions.add(translation.expressions().sql(call.getArgumentList().get(0)) + " IS NOT NULL");
    }
    return conditions.isEmpty() ? "" : "FILTER (WHERE " + String.join(" AND ", conditions) + ")";
  }

  private String expand(ResolvedFunctionCallBase call, Map<String, String> words) {
    if (call.getErrorMode() == ErrorMode.SAFE_ERROR_MODE) {
      throw ServiceException.notSupported("SQL SAFE. before " + call.getFunction().getSqlName());
    }
    if (FunctionTable.name(call.getFunction()).startsWith("approx_")
        && ((ResolvedNonScalarFunctionCallBase) call).getNullHandlingModifier()
            == NullHandlingModifier.RESPECT_NULLS) {
      throw ServiceException.notSupported(
          "SQL RESPECT NULLS in " + call.getFunction().getSqlName());
    }
    return translation
        .functions()
        .expand(
            FunctionTable.name(call.getFunction()),
            translation.expressions().arguments(call),
            words);
  }
}
