package dev.penstock.local.script;

import com.google.zetasql.parser.ASTNode;
import com.google.zetasql.parser.ASTNodes.ASTExpressionSubquery;
import com.google.zetasql.parser.ASTNodes.ASTParameterExpr;
import com.google.zetasql.parser.ParseTreeVisitor;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.script.ScriptStep.Place;
import dev.penstock.local.sql.SqlParameter;
import dev.penstock.local.sql.SqlRequest;
import dev.penstock.local.sql.SqlResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluates the expressions of a script, each as a query of one row. One owner thread. */
final class Evaluator {
  private static final String SELECT = "SELECT ";

  private final ScriptContext context;

  Evaluator(ScriptContext context) {
    this.context = context;
  }

  /** The value of an expression in the expression's own type. */
  SqlParameter value(ASTNode expression) {
    return select(expression, SELECT, "");
  }

  /** Whether a condition holds; NULL does not. */
  boolean holds(ASTNode condition) {
    return isTrue(select(condition, SELECT + "(", ") IS TRUE"));
  }

  /** Whether the first of several values equals the second. */
  boolean equal(ASTNode value, ASTNode other) {
    return isTrue(select(other, SELECT + "(" + context.frame().text().slice(value) + ") = (", ")"));
  }

  private static boolean isTrue(SqlParameter value) {
    return Boolean.TRUE.equals(value.value());
  }

  /**
   * The value of an expression as a type takes it that it is assigned to.
   *
   * @throws ServiceException 400 when the type does not take it
   */
  @Nullable Object coerced(ASTNode expression, Field type) {
    SqlParameter value;
    try {
      value =
          select(
              expression,
              SELECT + "IF(TRUE, ",
              ", CAST(NULL AS " + SqlParameter.typeText(type) + "))");
    } catch (ServiceException e) {
      if (!String.valueOf(e.getMessage()).startsWith("No matching signature for function IF")) {
        throw e;
      }
      throw cannotCoerce(expression, type);
    }
    if (!isSame(value.type(), type)) {
      throw cannotCoerce(expression, type);
    }
    return value.value();
  }

  private ServiceException cannotCoerce(ASTNode expression, Field type) {
    Place place = context.place(expression);
    return ServiceException.invalidQuery(
        "Cannot coerce expression "
            + place.text()
            + " to type "
            + SqlParameter.typeText(type)
            + " at "
            + place.position());
  }

  private static boolean isSame(Field left, Field right) {
    boolean repeated = (left.mode() == Mode.REPEATED) == (right.mode() == Mode.REPEATED);
    if (left.type() != right.type() || !repeated || left.fields().size() != right.fields().size()) {
      return false;
    }
    for (int i = 0; i < left.fields().size(); i++) {
      if (!isSame(left.fields().get(i), right.fields().get(i))) {
        return false;
      }
    }
    return true;
  }

  /** The type that a type's text means. */
  Field type(ASTNode type) {
    return select(type, SELECT + "CAST(NULL AS ", ")").type();
  }

  private SqlParameter select(ASTNode node, String prefix, String suffix) {
    Place place = context.place(node);
    String sql = ScriptText.alone(place, prefix, place.text() + suffix);
    SqlRequest request = context.request(sql, parameters(node), context.frame().visible());
    SqlResult result;
    try {
      result =
          hasQuery(node)
              ? context.child(true, place, effect -> context.engine().query(request, effect))
              : context.engine().query(request);
    } catch (ServiceException e) {
      throw ScriptContext.shifted(e, place, prefix.length());
    }
    return new SqlParameter("", result.schema().get(0), result.rows().get(0).get(0));
  }

  /** Only an expression with a query makes a job (RT-141). */
  private static boolean hasQuery(ASTNode node) {
    boolean[] found = {false};
    node.accept(
        new ParseTreeVisitor() {
          @Override
          public void visit(ASTExpressionSubquery query) {
            found[0] = true;
          }
        });
    return found[0];
  }

  /** The query parameters of a part of the script; those without names are counted there anew. */
  List<SqlParameter> parameters(ASTNode node) {
    List<SqlParameter> all = context.request().parameters();
    if (all.isEmpty() || all.get(0).name() != null) {
      return all;
    }
    List<SqlParameter> own = new ArrayList<>();
    node.accept(
        new ParseTreeVisitor() {
          @Override
          public void visit(ASTParameterExpr parameter) {
            int position = (int) parameter.getPosition();
            if (position > 0 && position <= all.size()) {
              own.add(all.get(position - 1));
            }
          }
        });
    return own;
  }
}
