package dev.penstock.local.script;

import com.google.zetasql.parser.ASTNodes.ASTBeginStatement;
import com.google.zetasql.parser.ASTNodes.ASTCommitStatement;
import com.google.zetasql.parser.ASTNodes.ASTRollbackStatement;
import com.google.zetasql.parser.ASTNodes.ASTStatement;
import dev.penstock.local.sql.DmlCounts;
import dev.penstock.local.sql.SqlEffect;
import dev.penstock.local.sql.SqlResult;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** BEGIN, COMMIT and ROLLBACK TRANSACTION (SQ-043, SQ-051). One owner thread. */
final class Transactions {
  private final ScriptContext context;

  Transactions(ScriptContext context) {
    this.context = context;
  }

  Flow begin(ASTBeginStatement node) {
    String id = UUID.randomUUID().toString();
    return run(node, id, "BEGIN_TRANSACTION", effect -> context.session().begin(id));
  }

  Flow commit(ASTCommitStatement node) {
    return run(node, current(), "COMMIT_TRANSACTION", context.session()::commit);
  }

  Flow rollback(ASTRollbackStatement node) {
    return run(node, current(), "ROLLBACK_TRANSACTION", effect -> context.session().rollback());
  }

  private @Nullable String current() {
    return context.session().transactionId();
  }

  private Flow run(ASTStatement node, @Nullable String id, String type, Consumer<SqlEffect> work) {
    SqlResult unused =
        context.child(
            new ScriptStep(false, context.place(node), id),
            effect -> {
              work.accept(effect);
              return new SqlResult(type, List.of(), List.of(), DmlCounts.NONE, null);
            });
    return Flow.NEXT;
  }
}
