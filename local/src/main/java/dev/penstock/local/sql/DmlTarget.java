package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedColumn;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedColumnRef;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDMLDefault;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedDMLValue;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedExpr;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedTableScan;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedUpdateItem;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import java.util.ArrayList;
import java.util.List;

/** The table that DML changes: how its rows are read, and how values become columns. */
final class DmlTarget {
  /** The name of the row id in {@link #rows}. */
  static final String ROW = "rid";

  private final Statement statement;
  private final Source source;
  private final TableMetadata table;

  DmlTarget(Statement statement, ResolvedTableScan scan) {
    this.statement = statement;
    this.source = statement.translation().source(scan.getTable().getFullName());
    TableMetadata metadata = source.table();
    if (metadata == null) {
      throw ServiceException.invalidQuery(
          "Cannot modify " + source.key() + ", because it is a view.");
    }
    metadata.requireWritable();
    this.table = metadata;
  }

  TableMetadata table() {
    return table;
  }

  String name() {
    return table.physicalName();
  }

  /** The rows with their ids and the columns that a statement reads. */
  String rows(ResolvedTableScan scan) {
    if (table.fields().stream().anyMatch(field -> field.name().equalsIgnoreCase("rowid"))) {
      throw ServiceException.notSupported("SQL DML on a table with a column named rowid");
    }
    List<String> items = new ArrayList<>(List.of("rowid AS " + ROW));
    items.addAll(ScanTranslator.tableColumns(scan, source));
    return "SELECT " + String.join(", ", items) + " FROM " + name();
  }

  /**
   * Whole rows for an INSERT: one item for each column of the table.
   *
   * @param columns the columns that the statement gives
   * @param values their DuckDB expressions
   */
  String insertItems(List<ResolvedColumn> columns, List<String> values) {
    List<String> items = new ArrayList<>();
    for (Field field : table.fields()) {
      String value = defaultValue(field);
      for (int i = 0; i < columns.size(); i++) {
        if (columns.get(i).getName().equalsIgnoreCase(field.name())) {
          value = values.get(i);
        }
      }
      items.add(written(field, value) + " AS " + DuckSql.name(field.name()));
    }
    return String.join(", ", items);
  }

  /** {@code SET} for the values that {@link #updateItems} names. */
  String assignments(List<ResolvedUpdateItem> updates, String from) {
    List<String> items = new ArrayList<>();
    for (ResolvedUpdateItem update : updates) {
      String column = DuckSql.name(updated(update).name());
      items.add(column + " = " + from + "." + column);
    }
    return String.join(", ", items);
  }

  /** The new values of updated columns. */
  String updateItems(List<ResolvedUpdateItem> updates) {
    List<String> items = new ArrayList<>();
    for (ResolvedUpdateItem update : updates) {
      Field field = updated(update);
      items.add(
          written(field, value(field, update.getSetValue())) + " AS " + DuckSql.name(field.name()));
    }
    return String.join(", ", items);
  }

  /** The expression of a value in VALUES or SET. */
  String value(Field field, ResolvedDMLValue value) {
    ResolvedExpr expr = value.getValue();
    return expr instanceof ResolvedDMLDefault
        ? defaultValue(field)
        : statement.translation().expressions().sql(expr);
  }

  /** The column of an analyzed one. */
  Field field(ResolvedColumn column) {
    return table.fields().stream()
        .filter(field -> field.name().equalsIgnoreCase(column.getName()))
        .findFirst()
        .orElseThrow();
  }

  private Field updated(ResolvedUpdateItem update) {
    if (!(update.getTarget() instanceof ResolvedColumnRef column) || update.getSetValue() == null) {
      throw ServiceException.notSupported("SQL UPDATE of a part of a column");
    }
    return field(column.getColumn());
  }

  private String defaultValue(Field field) {
    String type = DuckTypes.of(FieldTypes.toType(field));
    if (field.defaultValueExpression() == null) {
      return "CAST(NULL AS " + type + ")";
    }
    ResolvedExpr expr = statement.googleSql().analyzeExpression(field.defaultValueExpression());
    ExpressionTranslator expressions = statement.translation().expressions();
    return expressions.casts().sql(expr.getType(), FieldTypes.toType(field), expressions.sql(expr));
  }

  private String written(Field field, String value) {
    return StoredColumn.write(field, value, statement.translation().expressions().casts());
  }
}
