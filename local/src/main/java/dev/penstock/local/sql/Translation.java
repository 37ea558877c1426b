package dev.penstock.local.sql;

import com.google.zetasql.Value;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedConstant;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedParameter;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedTableScan;
import dev.penstock.local.catalog.ServiceException;
import java.time.Instant;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the translation of one statement knows: its tables, its parameters and the time it runs at.
 * One owner thread.
 */
final class Translation {
  private final FunctionTable functions;
  private final SqlRequest request;
  private final Instant now;
  private final Map<String, Source> sources = new HashMap<>();
  private final List<Value> positional;
  private final Map<String, Value> named;
  private final Map<String, Value> variables;
  private final Map<String, Value> systemVariables;
  private final ExpressionTranslator expressions;
  private final ScanTranslator scans;
  private final Map<String, String> expressionColumns = new HashMap<>();
  private final IdentityHashMap<ResolvedTableScan, String> relations = new IdentityHashMap<>();
  private int names;

  Translation(FunctionTable functions, SqlRequest request, List<Source> sources, Instant now) {
    this.functions = functions;
    this.request = request;
    this.now = now;
    sources.forEach(source -> this.sources.put(source.key(), source));
    this.positional = ParameterValues.positional(request.parameters());
    this.named = ParameterValues.named(request.parameters());
    this.variables = ParameterValues.named(request.scope().variables());
    this.systemVariables = ParameterValues.named(request.scope().systemVariables());
    this.expressions = new ExpressionTranslator(this);
    this.scans = new ScanTranslator(this);
  }

  FunctionTable functions() {
    return functions;
  }

  ExpressionTranslator expressions() {
    return expressions;
  }

  ScanTranslator scans() {
    return scans;
  }

  SqlRequest request() {
    return request;
  }

  /** When the statement runs: all its CURRENT_… functions say this. */
  Instant now() {
    return now;
  }

  /** A name that the statement uses nowhere else. */
  String freshName(String prefix) {
    names++;
    return prefix + names;
  }

  Source source(String key) {
    Source source = sources.get(key);
    if (source == null) {
      throw new AssertionError(key);
    }
    return source;
  }

  /** Says where a table is read that is not read as it is now. */
  void read(ResolvedTableScan scan, String relation) {
    relations.put(scan, relation);
  }

  /** The DuckDB relation of a table that a scan reads. */
  String relation(ResolvedTableScan scan) {
    String relation = relations.get(scan);
    if (relation == null && scan.getForSystemTimeExpr() != null) {
      throw ServiceException.notSupported("SQL FOR SYSTEM_TIME AS OF in a view or a clone");
    }
    return relation == null ? source(scan.getTable().getFullName()).relation().get() : relation;
  }

  /** Says where a column of a free-standing expression lies. */
  void define(String column, String sql) {
    expressionColumns.put(column.toLowerCase(Locale.ROOT), sql);
  }

  String expressionColumn(String name) {
    String sql = expressionColumns.get(name.toLowerCase(Locale.ROOT));
    if (sql == null) {
      throw new AssertionError(name);
    }
    return sql;
  }

  /** The value of a script's variable. */
  Value variable(ResolvedConstant node) {
    Value value = variables.get(node.getConstant().getFullName().toLowerCase(Locale.ROOT));
    if (value == null) {
      throw new AssertionError(node.getConstant().getFullName());
    }
    return value;
  }

  /** The value of a system variable that a script has; null for others. */
  @Nullable Value systemVariable(String name) {
    return systemVariables.get(name.toLowerCase(Locale.ROOT));
  }

  Value parameter(ResolvedParameter node) {
    Value value =
        node.getPosition() > 0
            ? positional.get((int) node.getPosition() - 1)
            : named.get(node.getName().toLowerCase(Locale.ROOT));
    if (value == null) {
      throw ServiceException.invalidQuery("Query parameter '" + node.getName() + "' not found");
    }
    return value;
  }
}
