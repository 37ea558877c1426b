package dev.penstock.local.script;

import com.google.zetasql.parser.ASTNodes.ASTExpression;
import com.google.zetasql.parser.ASTNodes.ASTForInStatement;
import com.google.zetasql.parser.ASTNodes.ASTLabel;
import com.google.zetasql.parser.ASTNodes.ASTLoopStatement;
import com.google.zetasql.parser.ASTNodes.ASTRepeatStatement;
import com.google.zetasql.parser.ASTNodes.ASTWhileStatement;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.script.ScriptStep.Place;
import dev.penstock.local.sql.SqlParameter;
import dev.penstock.local.sql.SqlRequest;
import dev.penstock.local.sql.SqlResult;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** LOOP, WHILE, REPEAT and FOR. One owner thread. */
final class Loops {
  private final Interpreter interpreter;
  private final ScriptContext context;
  private final Evaluator evaluator;

  Loops(Interpreter interpreter, ScriptContext context, Evaluator evaluator) {
    this.interpreter = interpreter;
    this.context = context;
    this.evaluator = evaluator;
  }

  /** BREAK and CONTINUE. */
  static Flow leave(@Nullable ASTLabel label, boolean again) {
    return new Flow.Leave(name(label), again);
  }

  static @Nullable String name(@Nullable ASTLabel label) {
    return label == null ? null : label.getName().getIdString();
  }

  /** WHILE, and LOOP, which has no condition. */
  Flow loop(ASTWhileStatement node) {
    ASTExpression condition = node.getCondition();
    return rounds(node, () -> condition == null || evaluator.holds(condition), () -> true);
  }

  Flow repeat(ASTRepeatStatement node) {
    return rounds(node, () -> true, () -> !evaluator.holds(node.getUntilClause().getCondition()));
  }

  private Flow rounds(ASTLoopStatement node, BooleanSupplier before, BooleanSupplier after) {
    while (before.getAsBoolean()) {
      context.step();
      Flow end = interpreter.run(node.getBody());
      if (!goesOn(node, end)) {
        return after(node, end);
      }
      if (!after.getAsBoolean()) {
        return Flow.NEXT;
      }
    }
    return Flow.NEXT;
  }

  private static boolean goesOn(ASTLoopStatement node, Flow end) {
    return end instanceof Flow.Next
        || (end instanceof Flow.Leave leave && leave.again() && leave.isFor(name(node.getLabel())));
  }

  /** How the script goes on behind a loop that is left. */
  private static Flow after(ASTLoopStatement node, Flow end) {
    return end instanceof Flow.Leave leave && leave.isFor(name(node.getLabel())) ? Flow.NEXT : end;
  }

  /** The variable is a STRUCT of the row's columns. */
  Flow forIn(ASTForInStatement node) {
    Place place = context.place(node.getQuery());
    SqlRequest request =
        context.request(
            ScriptText.alone(place, "", place.text()),
            evaluator.parameters(node.getQuery()),
            context.frame().visible());
    SqlResult rows = context.child(true, place, effect -> context.engine().query(request, effect));
    String name = node.getVariable().getIdString();
    Field type =
        new Field(
            name,
            FieldType.STRUCT,
            Mode.NULLABLE,
            rows.schema(),
            null,
            null,
            null,
            null,
            null,
            List.of(),
            false);
    context.frame().enter();
    try {
      for (List<@Nullable Object> row : rows.rows()) {
        context.step();
        context.frame().set(new SqlParameter(name, type, row));
        Flow end = interpreter.run(node.getBody());
        if (!goesOn(node, end)) {
          return after(node, end);
        }
      }
      return Flow.NEXT;
    } finally {
      context.frame().leave();
    }
  }
}
