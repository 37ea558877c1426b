package dev.penstock.local.script;

import com.google.zetasql.parser.ASTNodes.ASTAssertStatement;
import com.google.zetasql.parser.ASTNodes.ASTAssignmentFromStruct;
import com.google.zetasql.parser.ASTNodes.ASTBeginEndBlock;
import com.google.zetasql.parser.ASTNodes.ASTBeginStatement;
import com.google.zetasql.parser.ASTNodes.ASTBreakStatement;
import com.google.zetasql.parser.ASTNodes.ASTCallStatement;
import com.google.zetasql.parser.ASTNodes.ASTCaseStatement;
import com.google.zetasql.parser.ASTNodes.ASTCommitStatement;
import com.google.zetasql.parser.ASTNodes.ASTContinueStatement;
import com.google.zetasql.parser.ASTNodes.ASTCreateProcedureStatement;
import com.google.zetasql.parser.ASTNodes.ASTDropStatement;
import com.google.zetasql.parser.ASTNodes.ASTExecuteImmediateStatement;
import com.google.zetasql.parser.ASTNodes.ASTForInStatement;
import com.google.zetasql.parser.ASTNodes.ASTIfStatement;
import com.google.zetasql.parser.ASTNodes.ASTRaiseStatement;
import com.google.zetasql.parser.ASTNodes.ASTRepeatStatement;
import com.google.zetasql.parser.ASTNodes.ASTReturnStatement;
import com.google.zetasql.parser.ASTNodes.ASTRollbackStatement;
import com.google.zetasql.parser.ASTNodes.ASTScript;
import com.google.zetasql.parser.ASTNodes.ASTScriptStatement;
import com.google.zetasql.parser.ASTNodes.ASTSingleAssignment;
import com.google.zetasql.parser.ASTNodes.ASTStatement;
import com.google.zetasql.parser.ASTNodes.ASTStatementList;
import com.google.zetasql.parser.ASTNodes.ASTSystemVariableAssignment;
import com.google.zetasql.parser.ASTNodes.ASTVariableDeclaration;
import com.google.zetasql.parser.ASTNodes.ASTWhileStatement;
import dev.penstock.local.catalog.Procedures;
import dev.penstock.local.catalog.ServiceException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Runs the statements of a script one after the other (SQ-052). One owner thread. */
final class Interpreter {
  private final ScriptContext context;
  private final Evaluator evaluator;
  private final ProcedureDefinitions definitions;
  private final Map<Class<?>, Function<ASTStatement, Flow>> kinds = new HashMap<>();

  Interpreter(ScriptContext context, Procedures procedures) {
    this.context = context;
    this.evaluator = new Evaluator(context);
    Assignments assignments = new Assignments(context, evaluator);
    Branches branches = new Branches(this, evaluator);
    Loops loops = new Loops(this, context, evaluator);
    Blocks blocks = new Blocks(this, context, evaluator);
    Transactions transactions = new Transactions(context);
    on(ASTVariableDeclaration.class, assignments::declare);
    on(ASTSingleAssignment.class, assignments::set);
    on(ASTAssignmentFromStruct.class, assignments::setSeveral);
    on(ASTSystemVariableAssignment.class, assignments::setSystem);
    on(ASTIfStatement.class, branches::ifElse);
    on(ASTCaseStatement.class, branches::cases);
    on(ASTWhileStatement.class, loops::loop);
    on(ASTRepeatStatement.class, loops::repeat);
    on(ASTForInStatement.class, loops::forIn);
    on(ASTBreakStatement.class, node -> Loops.leave(node.getLabel(), false));
    on(ASTContinueStatement.class, node -> Loops.leave(node.getLabel(), true));
    on(ASTBeginEndBlock.class, blocks::block);
    on(ASTRaiseStatement.class, blocks::raise);
    on(ASTReturnStatement.class, node -> Flow.RETURN);
    on(ASTExecuteImmediateStatement.class, new DynamicSql(context, evaluator)::execute);
    on(ASTAssertStatement.class, new Assertions(context, evaluator)::check);
    on(ASTCallStatement.class, new Calls(this, context, evaluator, procedures)::call);
    definitions = new ProcedureDefinitions(context, evaluator, procedures);
    on(ASTCreateProcedureStatement.class, definitions::create);
    on(ASTBeginStatement.class, transactions::begin);
    on(ASTCommitStatement.class, transactions::commit);
    on(ASTRollbackStatement.class, transactions::rollback);
  }

  private <N extends ASTStatement> void on(Class<N> kind, Function<N, Flow> handler) {
    kinds.put(kind, statement -> handler.apply(kind.cast(statement)));
  }

  void run(ASTScript script) {
    Flow end = run(script.getStatementListNode());
    if (end instanceof Flow.Leave) {
      throw ServiceException.invalidQuery(
          "BREAK and CONTINUE are only allowed inside of a loop, with its label or none");
    }
  }

  /** Runs statements until one goes on elsewhere. */
  Flow run(ASTStatementList list) {
    for (ASTStatement statement : list.getStatementList()) {
      Flow next = run(statement);
      if (!(next instanceof Flow.Next)) {
        return next;
      }
    }
    return Flow.NEXT;
  }

  private Flow run(ASTStatement statement) {
    context.step();
    try {
      Function<ASTStatement, Flow> handler = kinds.get(statement.getClass());
      if (handler != null) {
        return handler.apply(statement);
      }
      if (statement instanceof ASTScriptStatement) {
        throw ServiceException.notSupported(
            "SQL script statement " + statement.getClass().getSimpleName().substring(3));
      }
      if (ProcedureDefinitions.isDrop(statement)) {
        return definitions.drop((ASTDropStatement) statement);
      }
      context.statement(statement, evaluator.parameters(statement));
      return Flow.NEXT;
    } catch (ServiceException e) {
      throw context.failure(e, context.place(statement));
    }
  }
}
