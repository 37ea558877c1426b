package dev.penstock.local.script;

import com.google.zetasql.parser.ASTNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.script.ScriptStep.Place;
import dev.penstock.local.sql.DmlCounts;
import dev.penstock.local.sql.SqlEngine;
import dev.penstock.local.sql.SqlParameter;
import dev.penstock.local.sql.SqlRequest;
import dev.penstock.local.sql.SqlResult;
import dev.penstock.local.sql.SqlScope;
import dev.penstock.local.sql.SqlSession;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What all parts of a running script share, and how it runs statements. One owner thread. */
final class ScriptContext {
  /** What a script without a SELECT answers. */
  static final SqlResult NO_RESULT =
      new SqlResult("SCRIPT", List.of(), List.of(), DmlCounts.NONE, null);

  /** D:procedural-language gives no number; the service's own stack ends there. */
  private static final int MAX_FRAMES = 50;

  private static final Set<String> DML =
      Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "TRUNCATE_TABLE");
  private static final Pattern POSITION = Pattern.compile(" at \\[(\\d+):(\\d+)\\]");

  private final SqlEngine engine;
  private final ScriptHost host;
  private final SqlRequest request;
  private final SqlSession session;
  private final SystemVariables system;
  private final Deque<Frame> frames = new ArrayDeque<>();
  private final int maxStatements;
  private SqlResult result = NO_RESULT;
  private int statements;

  ScriptContext(
      SqlEngine engine, ScriptHost host, SqlRequest request, SqlSession session, int max) {
    this.engine = engine;
    this.host = host;
    this.request = request;
    this.session = session;
    this.maxStatements = max;
    this.system = new SystemVariables(host.jobId(), request.defaultDataset());
    frames.push(new Frame(new ScriptText(request.sql()), ""));
  }

  SqlEngine engine() {
    return engine;
  }

  SqlRequest request() {
    return request;
  }

  SqlSession session() {
    return session;
  }

  SystemVariables system() {
    return system;
  }

  Frame frame() {
    return frames.element();
  }

  void call(Frame frame) {
    if (frames.size() >= MAX_FRAMES) {
      throw ServiceException.invalidQuery(
          "Procedure calls are nested too deeply. Limit is " + MAX_FRAMES + " levels.");
    }
    frames.push(frame);
  }

  void back() {
    frames.pop();
  }

  Place place(ASTNode node) {
    return frame().text().place(node);
  }

  SqlResult result() {
    return result;
  }

  /** Counts a statement or a round of a loop. */
  void step() {
    statements++;
    if (statements > maxStatements) {
      throw ServiceException.notSupported(
          "a script that runs more than "
              + maxStatements
              + " statements, rounds of loops counted. Split it.");
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new ServiceException(499, "stopped", "The script was stopped.");
    }
  }

  /** Runs a statement of the script as it stands there. */
  SqlResult statement(ASTNode node, List<SqlParameter> parameters) {
    Place place = place(node);
    return run(place, ScriptText.alone(place, "", place.text()), parameters);
  }

  /** Runs a statement in the place of another one. */
  SqlResult run(Place place, String sql, List<SqlParameter> parameters) {
    SqlRequest one = request(sql, parameters, frame().visible());
    return keep(child(false, place, effect -> engine.query(one, effect)));
  }

  /** Remembers what later statements and the caller may ask for. */
  SqlResult keep(SqlResult done) {
    if (!done.schema().isEmpty()) {
      result = new SqlResult("SCRIPT", done.schema(), done.rows(), DmlCounts.NONE, null);
    }
    if (DML.contains(done.statementType())) {
      system.rowCount(done.affectedRows());
    }
    return done;
  }

  /** Runs a part of the script as a job of its own. */
  SqlResult child(boolean isExpression, Place place, ScriptHost.Work work) {
    return child(new ScriptStep(isExpression, place, session.transactionId()), work);
  }

  /** Runs a statement as a job of its own. */
  SqlResult child(ScriptStep step, ScriptHost.Work work) {
    return host.child(
        step,
        effect -> {
          try {
            return work.run(effect);
          } catch (ServiceException e) {
            throw located(e, step.place());
          }
        });
  }

  SqlRequest request(String sql, List<SqlParameter> parameters, List<SqlParameter> variables) {
    return new SqlRequest(
        request.project(),
        system.defaultDataset(),
        request.location(),
        sql,
        parameters,
        false,
        false,
        new SqlScope(variables, system.all(), session, request.scope().cancellation()));
  }

  /** The error with its place in the script, if it has none. */
  static ServiceException located(ServiceException error, Place place) {
    String message = String.valueOf(error.getMessage());
    if (error.httpCode() == 501 || POSITION.matcher(message).find()) {
      return error;
    }
    return retold(error, message + " at " + place.position());
  }

  /** The error without what was put before a piece of the script. */
  static ServiceException shifted(ServiceException error, Place place, int prefix) {
    String message = String.valueOf(error.getMessage());
    Matcher position = POSITION.matcher(message);
    if (!position.find() || Integer.parseInt(position.group(1)) != place.startLine()) {
      return error;
    }
    int column = Math.max(place.startColumn(), Integer.parseInt(position.group(2)) - prefix);
    return retold(error, position.replaceFirst(" at [" + place.startLine() + ":" + column + "]"));
  }

  private static ServiceException retold(ServiceException error, String message) {
    ServiceException retold = new ServiceException(error.httpCode(), error.reason(), message);
    retold.initCause(error);
    return retold;
  }

  /** The failure of a statement. */
  ScriptFailure failure(ServiceException error, Place place) {
    return new ScriptFailure(located(error, place), place, List.of(frame().line(place)));
  }
}
