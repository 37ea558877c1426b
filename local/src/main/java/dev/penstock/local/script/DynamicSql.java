package dev.penstock.local.script;

import com.google.zetasql.parser.ASTNodes.ASTExecuteImmediateStatement;
import com.google.zetasql.parser.ASTNodes.ASTExecuteUsingArgument;
import com.google.zetasql.parser.ASTNodes.ASTIdentifier;
import com.google.zetasql.parser.ASTNodes.ASTScriptStatement;
import com.google.zetasql.parser.ASTNodes.ASTStatement;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.script.ScriptStep.Place;
import dev.penstock.local.sql.SqlParameter;
import dev.penstock.local.sql.SqlRequest;
import dev.penstock.local.sql.SqlResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** EXECUTE IMMEDIATE. One owner thread. */
final class DynamicSql {
  private final ScriptContext context;
  private final Evaluator evaluator;

  DynamicSql(ScriptContext context, Evaluator evaluator) {
    this.context = context;
    this.evaluator = evaluator;
  }

  /** The statement sees no variables of the script, only what USING gives it. */
  Flow execute(ASTExecuteImmediateStatement node) {
    Object text = evaluator.value(node.getSql()).value();
    if (!(text instanceof String sql)) {
      throw ServiceException.invalidQuery("SQL string of EXECUTE IMMEDIATE must not be NULL");
    }
    requireStatement(sql);
    Place place = context.place(node);
    SqlRequest request = context.request(sql, using(node), List.of());
    SqlResult done = context.child(false, place, effect -> context.engine().query(request, effect));
    if (node.getIntoClause() == null) {
      SqlResult unused = context.keep(done);
    } else {
      into(
          node.getIntoClause().getIdentifiers().getIdentifierList().stream()
              .map(ASTIdentifier::getIdString)
              .toList(),
          done);
    }
    return Flow.NEXT;
  }

  private void requireStatement(String sql) {
    List<ASTStatement> statements =
        context.engine().parseScript(sql).getStatementListNode().getStatementList();
    if (statements.size() != 1 || statements.get(0) instanceof ASTScriptStatement) {
      throw ServiceException.notSupported("SQL EXECUTE IMMEDIATE of a script");
    }
  }

  private List<SqlParameter> using(ASTExecuteImmediateStatement node) {
    List<SqlParameter> parameters = new ArrayList<>();
    if (node.getUsingClause() != null) {
      for (ASTExecuteUsingArgument argument : node.getUsingClause().getArguments()) {
        SqlParameter value = evaluator.value(argument.getExpression());
        String name =
            argument.getAlias() == null ? null : argument.getAlias().getIdentifier().getIdString();
        parameters.add(new SqlParameter(name, value.type(), value.value()));
      }
    }
    return parameters;
  }

  private void into(List<String> names, SqlResult done) {
    if (done.schema().size() != names.size()) {
      throw ServiceException.invalidQuery(
          "EXECUTE IMMEDIATE INTO of "
              + names.size()
              + " variables needs a query of as many columns, not "
              + done.schema().size());
    }
    if (done.rows().size() > 1) {
      throw ServiceException.invalidQuery(
          "EXECUTE IMMEDIATE INTO needs a query of at most one row, not " + done.rows().size());
    }
    for (int i = 0; i < names.size(); i++) {
      Field type = context.frame().load(names.get(i)).type();
      Field column = done.schema().get(i);
      if (column.type() != type.type() || column.mode() != type.mode()) {
        throw ServiceException.invalidQuery(
            "EXECUTE IMMEDIATE INTO cannot assign "
                + SqlParameter.typeText(column)
                + " to variable "
                + names.get(i)
                + " of type "
                + SqlParameter.typeText(type));
      }
      @Nullable Object value = done.rows().isEmpty() ? null : done.rows().get(0).get(i);
      context.frame().assign(names.get(i), value);
    }
  }
}
