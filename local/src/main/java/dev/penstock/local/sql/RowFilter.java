package dev.penstock.local.sql;

import com.google.zetasql.ZetaSQLOptions.ProductMode;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedExpr;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedLiteral;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import java.util.List;
import java.util.StringJoiner;

/** Translates the row restriction of a read (RA-006). One owner thread. */
final class RowFilter {
  private final GoogleSql googleSql;
  private final Translation translation;

  RowFilter(GoogleSql googleSql, Translation translation) {
    this.googleSql = googleSql;
    this.translation = translation;
  }

  /**
   * The rows of a relation that meet the translation's condition, with the columns of the table.
   * Inside, columns have names that no table and no translated expression gives.
   */
  String relation(TableMetadata table, String rows) {
    List<Field> fields = table.fields();
    StringJoiner stored = new StringJoiner(", ");
    StringJoiner restored = new StringJoiner(", ");
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      stored.add(DuckSql.name(field.name()) + " AS stored_" + i);
      stored.add(StoredColumn.read(field) + " AS read_" + i);
      restored.add("stored_" + i + " AS " + DuckSql.name(field.name()));
      translation.define(field.name(), "read_" + i);
    }
    String condition = condition(table);
    return "(SELECT "
        + restored
        + " FROM (SELECT "
        + stored
        + " FROM "
        + rows
        + ") WHERE "
        + condition
        + ")";
  }

  private String condition(TableMetadata table) {
    ResolvedExpr expression =
        googleSql.analyzeCondition(translation.request().sql(), table.fields());
    PartitionFilters.require(table, expression);
    if (isNull(expression)) {
      return "FALSE";
    }
    if (!expression.getType().isBool()) {
      throw ServiceException.invalidQuery(
          "row_restriction has type "
              + expression.getType().typeName(ProductMode.PRODUCT_EXTERNAL)
              + " (expected: BOOL)");
    }
    String sql = translation.expressions().sql(expression);
    Queries.checkSize(sql);
    return sql;
  }

  /** A bare NULL is of any type; standing alone it is analyzed as INT64. */
  private static boolean isNull(ResolvedExpr expression) {
    return expression instanceof ResolvedLiteral literal
        && literal.getValue().isNull()
        && !literal.getHasExplicitType();
  }
}
