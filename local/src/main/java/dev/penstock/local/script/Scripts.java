package dev.penstock.local.script;

import com.google.zetasql.parser.ASTNodes.ASTAssertStatement;
import com.google.zetasql.parser.ASTNodes.ASTBeginStatement;
import com.google.zetasql.parser.ASTNodes.ASTCallStatement;
import com.google.zetasql.parser.ASTNodes.ASTCommitStatement;
import com.google.zetasql.parser.ASTNodes.ASTCreateProcedureStatement;
import com.google.zetasql.parser.ASTNodes.ASTExecuteImmediateStatement;
import com.google.zetasql.parser.ASTNodes.ASTRollbackStatement;
import com.google.zetasql.parser.ASTNodes.ASTScript;
import com.google.zetasql.parser.ASTNodes.ASTScriptStatement;
import com.google.zetasql.parser.ASTNodes.ASTStatement;
import com.google.zetasql.parser.ASTNodes.ASTSystemVariableAssignment;
import dev.penstock.local.catalog.Procedures;
import dev.penstock.local.sql.SqlEngine;
import dev.penstock.local.sql.SqlRequest;
import dev.penstock.local.sql.SqlResult;
import dev.penstock.local.sql.SqlSession;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Tells scripts from statements, and runs them. Thread-safe. */
public final class Scripts {
  /** What a text begins with that may be a script without a second statement. */
  private static final Pattern FIRST_WORD =
      Pattern.compile(
          "(?is)\\s*(?:--|#|/\\*|[a-z]\\w*\\s*:|(?:declare|set|if|case|loop|while|repeat|for|begin|"
              + "commit|rollback|raise|return|execute|call|assert)\\b"
              + "|(?:create\\s+(?:or\\s+replace\\s+)?|drop\\s+)procedure\\b).*");

  private static final Set<Class<?>> KINDS =
      Set.of(
          ASTAssertStatement.class,
          ASTBeginStatement.class,
          ASTCallStatement.class,
          ASTCommitStatement.class,
          ASTCreateProcedureStatement.class,
          ASTExecuteImmediateStatement.class,
          ASTRollbackStatement.class,
          ASTSystemVariableAssignment.class);

  private final SqlEngine engine;
  private final Procedures procedures;
  private final int maxStatements;

  /**
   * Scripts for an engine.
   *
   * @param maxStatements how many statements one script may run, rounds of loops counted
   */
  public Scripts(SqlEngine engine, Procedures procedures, int maxStatements) {
    this.engine = engine;
    this.procedures = procedures;
    this.maxStatements = maxStatements;
  }

  /**
   * Whether a text is a script and not one statement.
   *
   * @throws dev.penstock.local.catalog.ServiceException 400 for a text of several statements with a
   *     syntax error
   */
  public boolean isScript(String sql) {
    String text = sql.stripTrailing();
    int end = text.indexOf(';');
    boolean several = end >= 0 && end < text.length() - 1;
    if (!several && !FIRST_WORD.matcher(text).matches()) {
      return false;
    }
    List<ASTStatement> statements =
        engine.parseScript(sql).getStatementListNode().getStatementList();
    return statements.size() > 1 || isScript(statements);
  }

  private static boolean isScript(List<ASTStatement> statements) {
    return statements.stream()
        .anyMatch(
            statement ->
                statement instanceof ASTScriptStatement
                    || KINDS.contains(statement.getClass())
                    || ProcedureDefinitions.isDrop(statement));
  }

  /** Checks the syntax of a script and runs nothing. */
  public SqlResult dryRun(String sql) {
    ASTScript unused = engine.parseScript(sql);
    return ScriptContext.NO_RESULT;
  }

  /**
   * Runs a script; its result is that of its last SELECT (RT-142).
   *
   * @throws dev.penstock.local.catalog.ServiceException with the error that ended it
   */
  public SqlResult run(SqlRequest request, ScriptHost host) {
    ASTScript script = engine.parseScript(request.sql());
    try (SqlSession session = engine.openSession()) {
      ScriptContext context = new ScriptContext(engine, host, request, session, maxStatements);
      new Interpreter(context, procedures).run(script);
      return context.result();
    } catch (ScriptFailure e) {
      throw e.error();
    }
  }
}
