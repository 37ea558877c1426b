package dev.penstock.local.script;

import com.google.zetasql.parser.ASTNodes.ASTCaseStatement;
import com.google.zetasql.parser.ASTNodes.ASTElseifClause;
import com.google.zetasql.parser.ASTNodes.ASTIfStatement;
import com.google.zetasql.parser.ASTNodes.ASTWhenThenClause;

/** IF and CASE. One owner thread. */
final class Branches {
  private final Interpreter interpreter;
  private final Evaluator evaluator;

  Branches(Interpreter interpreter, Evaluator evaluator) {
    this.interpreter = interpreter;
    this.evaluator = evaluator;
  }

  Flow ifElse(ASTIfStatement node) {
    if (evaluator.holds(node.getCondition())) {
      return interpreter.run(node.getThenList());
    }
    if (node.getElseifClauses() != null) {
      for (ASTElseifClause clause : node.getElseifClauses().getElseifClauses()) {
        if (evaluator.holds(clause.getCondition())) {
          return interpreter.run(clause.getBody());
        }
      }
    }
    return node.getElseList() == null ? Flow.NEXT : interpreter.run(node.getElseList());
  }

  Flow cases(ASTCaseStatement node) {
    for (ASTWhenThenClause clause : node.getWhenThenClauses().getWhenThenClauses()) {
      boolean chosen =
          node.getExpression() == null
              ? evaluator.holds(clause.getCondition())
              : evaluator.equal(node.getExpression(), clause.getCondition());
      if (chosen) {
        return interpreter.run(clause.getBody());
      }
    }
    return node.getElseList() == null ? Flow.NEXT : interpreter.run(node.getElseList());
  }
}
