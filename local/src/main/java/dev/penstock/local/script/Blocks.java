package dev.penstock.local.script;

import com.google.zetasql.parser.ASTNodes.ASTBeginEndBlock;
import com.google.zetasql.parser.ASTNodes.ASTRaiseStatement;
import com.google.zetasql.parser.ASTNodes.ASTStatementList;
import dev.penstock.local.catalog.ServiceException;

/** BEGIN … EXCEPTION … END and RAISE. One owner thread. */
final class Blocks {
  private final Interpreter interpreter;
  private final ScriptContext context;
  private final Evaluator evaluator;

  Blocks(Interpreter interpreter, ScriptContext context, Evaluator evaluator) {
    this.interpreter = interpreter;
    this.context = context;
    this.evaluator = evaluator;
  }

  Flow block(ASTBeginEndBlock node) {
    Flow end;
    try {
      end = inBlock(node.getStatementListNode());
    } catch (ScriptFailure e) {
      if (node.getHandlerList() == null || !e.isCatchable()) {
        throw e;
      }
      end = handle(node, e);
    }
    boolean leftByName =
        end instanceof Flow.Leave leave
            && leave.label() != null
            && leave.label().equalsIgnoreCase(Loops.name(node.getLabel()));
    return leftByName ? Flow.NEXT : end;
  }

  private Flow inBlock(ASTStatementList statements) {
    context.frame().enter();
    try {
      return interpreter.run(statements);
    } finally {
      context.frame().leave();
    }
  }

  /** The variables of the block are gone in its handler. */
  private Flow handle(ASTBeginEndBlock node, ScriptFailure error) {
    context.system().handle(error);
    try {
      return inBlock(node.getHandlerList().getExceptionHandlerList().get(0).getStatementList());
    } finally {
      context.system().handled();
    }
  }

  /** Without a message the error that is being handled goes on. */
  Flow raise(ASTRaiseStatement node) {
    ScriptFailure handled = context.system().error();
    if (node.getMessage() != null) {
      Object message = evaluator.value(node.getMessage()).value();
      throw ServiceException.invalidQuery(String.valueOf(message));
    }
    if (handled == null) {
      throw ServiceException.invalidQuery(
          "Cannot re-raise an existing exception outside of an exception handler");
    }
    throw handled;
  }
}
