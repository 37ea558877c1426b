package dev.penstock.local.script;

import com.google.zetasql.parser.ASTNodes.ASTAssertStatement;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.sql.DmlCounts;
import dev.penstock.local.sql.SqlResult;
import java.util.List;

/** ASSERT. One owner thread. */
final class Assertions {
  private final ScriptContext context;
  private final Evaluator evaluator;

  Assertions(ScriptContext context, Evaluator evaluator) {
    this.context = context;
    this.evaluator = evaluator;
  }

  /** SQ-056. */
  Flow check(ASTAssertStatement node) {
    SqlResult unused =
        context.child(
            false,
            context.place(node),
            effect -> {
              if (!evaluator.holds(node.getExpr())) {
                throw ServiceException.invalidQuery(text(node));
              }
              return new SqlResult("ASSERT", List.of(), List.of(), DmlCounts.NONE, null);
            });
    return Flow.NEXT;
  }

  private String text(ASTAssertStatement node) {
    return node.getDescription() == null
        ? "Assertion failed"
        : "Assertion failed: " + evaluator.value(node.getDescription()).value();
  }
}
