package dev.penstock.local.sql;

import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedExpr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluates expressions without columns, such as the values of options. One owner thread. */
final class Constants {
  private final Queries queries;
  private final Translation translation;

  Constants(Queries queries, Translation translation) {
    this.queries = queries;
    this.translation = translation;
  }

  /** The value in the forms of {@link SqlResult}. */
  @Nullable Object value(ResolvedExpr expr) {
    ExpressionTranslator expressions = translation.expressions();
    String sql = ResultReader.transport(expr.getType(), expressions.sql(expr), expressions.casts());
    return queries
        .read(translation.request(), "SELECT " + sql, List.of(expr.getType()))
        .get(0)
        .get(0);
  }
}
