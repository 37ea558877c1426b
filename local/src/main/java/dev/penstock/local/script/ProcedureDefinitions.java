package dev.penstock.local.script;

import com.google.zetasql.parser.ASTCreateStatementEnums.Scope;
import com.google.zetasql.parser.ASTFunctionParameterEnums.ProcedureParameterMode;
import com.google.zetasql.parser.ASTNodes.ASTCreateProcedureStatement;
import com.google.zetasql.parser.ASTNodes.ASTDropStatement;
import com.google.zetasql.parser.ASTNodes.ASTFunctionParameter;
import com.google.zetasql.parser.ASTNodes.ASTIdentifier;
import com.google.zetasql.parser.ASTNodes.ASTPathExpression;
import com.google.zetasql.parser.ASTNodes.ASTStatement;
import com.google.zetasql.parser.SchemaObjectKind;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Procedure;
import dev.penstock.local.catalog.Procedure.Mode;
import dev.penstock.local.catalog.Procedure.Parameter;
import dev.penstock.local.catalog.Procedures;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.sql.DmlCounts;
import dev.penstock.local.sql.SqlEffect;
import dev.penstock.local.sql.SqlParameter;
import dev.penstock.local.sql.SqlResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** CREATE and DROP PROCEDURE. One owner thread. */
final class ProcedureDefinitions {
  private final ScriptContext context;
  private final Evaluator evaluator;
  private final Procedures procedures;

  ProcedureDefinitions(ScriptContext context, Evaluator evaluator, Procedures procedures) {
    this.context = context;
    this.evaluator = evaluator;
    this.procedures = procedures;
  }

  /** Whether a statement drops a procedure and no table. */
  static boolean isDrop(ASTStatement statement) {
    return statement instanceof ASTDropStatement drop
        && drop.getSchemaObjectKind() == SchemaObjectKind.kProcedure;
  }

  /** The full name that a path means. */
  static TableId id(ScriptContext context, ASTPathExpression path) {
    List<String> parts = new ArrayList<>();
    for (ASTIdentifier name : path.getNames()) {
      parts.addAll(Arrays.asList(name.getIdString().split("\\.", -1)));
    }
    int size = parts.size();
    String dataset = size == 1 ? context.system().defaultDataset() : parts.get(size - 2);
    if (size > 3 || dataset == null) {
      throw ServiceException.invalidQuery(
          "Procedure \"" + String.join(".", parts) + "\" must be qualified with a dataset");
    }
    String project = size == 3 ? parts.get(0) : context.request().project();
    return new TableId(project, dataset, parts.get(size - 1));
  }

  Flow create(ASTCreateProcedureStatement node) {
    if (node.getBody() == null || node.getScope() == Scope.TEMPORARY) {
      throw ServiceException.notSupported("SQL CREATE PROCEDURE that is temporary or not in SQL");
    }
    TableId id = id(context, node.getName());
    List<Parameter> parameters = new ArrayList<>();
    for (ASTFunctionParameter parameter : node.getParameters().getParameterEntries()) {
      parameters.add(parameter(parameter));
    }
    String body = context.frame().text().slice(node.getBody());
    return run(
        node,
        "CREATE_PROCEDURE",
        effect -> {
          boolean exists = procedures.find(id).isPresent();
          if (exists && !node.getIsOrReplace() && !node.getIsIfNotExists()) {
            throw ServiceException.duplicate("Already Exists: Routine " + id.legacy());
          }
          if (!exists || node.getIsOrReplace()) {
            procedures.save(
                new Procedure(id, procedures.dataset(id), parameters, body),
                connection -> effect.run(connection, result("CREATE_PROCEDURE")));
          }
        });
  }

  private Parameter parameter(ASTFunctionParameter node) {
    if (node.getType() == null) {
      throw ServiceException.notSupported("SQL CREATE PROCEDURE with a parameter of ANY TYPE");
    }
    Field type = evaluator.type(node.getType());
    String name = node.getName().getIdString();
    ProcedureParameterMode mode = node.getProcedureParameterMode();
    return new Parameter(
        mode == ProcedureParameterMode.OUT
            ? Mode.OUT
            : mode == ProcedureParameterMode.INOUT ? Mode.INOUT : Mode.IN,
        SqlParameter.named(name, type));
  }

  Flow drop(ASTDropStatement node) {
    TableId id = id(context, node.getName());
    return run(
        node,
        "DROP_PROCEDURE",
        effect -> {
          if (procedures.find(id).isPresent()) {
            procedures.delete(id, connection -> effect.run(connection, result("DROP_PROCEDURE")));
          } else if (!node.getIsIfExists()) {
            throw notFound(id);
          }
        });
  }

  static ServiceException notFound(TableId id) {
    return ServiceException.notFound("Not found: Routine " + id.legacy());
  }

  private Flow run(ASTStatement node, String type, Consumer<SqlEffect> work) {
    if (context.session().transactionId() != null) {
      throw ServiceException.invalidQuery(
          "DDL statements are not supported in a transaction, except for those creating or dropping"
              + " temporary tables or temporary functions.");
    }
    SqlResult unused =
        context.child(
            false,
            context.place(node),
            effect -> {
              work.accept(effect);
              return result(type);
            });
    return Flow.NEXT;
  }

  private static SqlResult result(String type) {
    return new SqlResult(type, List.of(), List.of(), DmlCounts.NONE, null);
  }
}
