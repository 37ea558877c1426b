package dev.penstock.local.script;

import com.google.zetasql.parser.ASTNodes.ASTCallStatement;
import com.google.zetasql.parser.ASTNodes.ASTExpression;
import com.google.zetasql.parser.ASTNodes.ASTPathExpression;
import com.google.zetasql.parser.ASTNodes.ASTTVFArgument;
import dev.penstock.local.catalog.Procedure;
import dev.penstock.local.catalog.Procedure.Mode;
import dev.penstock.local.catalog.Procedure.Parameter;
import dev.penstock.local.catalog.Procedures;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.sql.SqlParameter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CALL. One owner thread. */
final class Calls {
  private final Interpreter interpreter;
  private final ScriptContext context;
  private final Evaluator evaluator;
  private final Procedures procedures;

  Calls(
      Interpreter interpreter, ScriptContext context, Evaluator evaluator, Procedures procedures) {
    this.interpreter = interpreter;
    this.context = context;
    this.evaluator = evaluator;
    this.procedures = procedures;
  }

  /** The body sees its parameters and none of the caller's variables. */
  Flow call(ASTCallStatement node) {
    TableId id = ProcedureDefinitions.id(context, node.getProcedureName());
    Procedure procedure = procedures.find(id).orElseThrow(() -> ProcedureDefinitions.notFound(id));
    List<Parameter> parameters = procedure.parameters();
    List<ASTTVFArgument> arguments = node.getArguments();
    if (arguments.size() != parameters.size()) {
      throw ServiceException.invalidQuery(
          "Procedure "
              + id
              + " takes "
              + parameters.size()
              + " arguments, not "
              + arguments.size());
    }
    Frame caller = context.frame();
    Frame frame = new Frame(new ScriptText(procedure.body()), id.toString());
    List<@Nullable String> results = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      Parameter parameter = parameters.get(i);
      ASTExpression argument = arguments.get(i).getExpr();
      results.add(parameter.mode() == Mode.IN ? null : variable(argument, parameter));
      Object value =
          parameter.mode() == Mode.OUT ? null : evaluator.coerced(argument, parameter.type());
      frame.set(new SqlParameter(parameter.type().name(), parameter.type(), value));
    }
    run(node, procedure, frame);
    for (int i = 0; i < parameters.size(); i++) {
      String variable = results.get(i);
      if (variable != null) {
        caller.assign(variable, frame.load(parameters.get(i).type().name()).value());
      }
    }
    return Flow.NEXT;
  }

  private void run(ASTCallStatement node, Procedure procedure, Frame frame) {
    ScriptStep.Place place = context.place(node);
    String line = context.frame().line(place);
    context.call(frame);
    try {
      interpreter.run(context.engine().parseScript(procedure.body()));
    } catch (ScriptFailure e) {
      throw e.calledFrom(line);
    } finally {
      context.back();
    }
  }

  private String variable(@Nullable ASTExpression argument, Parameter parameter) {
    if (argument instanceof ASTPathExpression path && path.getNames().size() == 1) {
      String name = path.getNames().get(0).getIdString();
      boolean sameType =
          SqlParameter.typeText(context.frame().load(name).type())
              .equals(SqlParameter.typeText(parameter.type()));
      if (sameType) {
        return name;
      }
    }
    throw ServiceException.invalidQuery(
        "Argument of parameter "
            + parameter.type().name()
            + " must be a variable of type "
            + SqlParameter.typeText(parameter.type()));
  }
}
