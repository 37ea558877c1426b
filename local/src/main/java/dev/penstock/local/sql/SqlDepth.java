package dev.penstock.local.sql;

import dev.penstock.local.catalog.ServiceException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;

/**
 * How deep a text nests, told before the analyzer reads it, because the analyzer's native stack
 * ends the process. Counts in levels of the analyzer's answer, of which an operator takes four, and
 * tells rather too few than too many. One owner thread.
 */
final class SqlDepth {
  /** The deepest answer that is read. */
  static final int MAX_LEVELS = 1_000;

  private static final int MAX_JOINED = 1_000;

  private static final Set<String> CLAUSES =
      Set.of(
          "SELECT", "WHERE", "GROUP", "ORDER", "BY", "HAVING", "QUALIFY", "WINDOW", "LIMIT", "SET",
          "VALUES", "WHEN", "THEN", "ELSE", "ELSEIF", "DO", "UNTIL", "|>", "=>", "->");
  private static final Set<String> PARTS = Set.of("ON", "USING", "AS", "WITH", "FROM", "JOIN");
  private static final Set<String> SET_OPERATIONS = Set.of("UNION", "INTERSECT", "EXCEPT");
  private static final Set<String> BLOCKS =
      Set.of("BEGIN", "IF", "LOOP", "WHILE", "FOR", "REPEAT", "CASE");
  private static final Set<String> BEFORE_STATEMENT =
      Set.of(";", ":", "BEGIN", "THEN", "ELSE", "LOOP", "DO", "REPEAT");

  /** How tight an operator binds, tightest first. */
  private static final Map<String, Integer> OPERATORS =
      Map.ofEntries(
          Map.entry("*", 0),
          Map.entry("/", 0),
          Map.entry("||", 0),
          Map.entry("+", 1),
          Map.entry("-", 1),
          Map.entry("<<", 2),
          Map.entry(">>", 2),
          Map.entry("&", 3),
          Map.entry("^", 4),
          Map.entry("|", 5),
          Map.entry("=", 6),
          Map.entry("<", 6),
          Map.entry(">", 6),
          Map.entry("<=", 6),
          Map.entry(">=", 6),
          Map.entry("<>", 6),
          Map.entry("!=", 6),
          Map.entry("IS", 6),
          Map.entry("IN", 6),
          Map.entry("LIKE", 6),
          Map.entry("AND", DepthFrame.AND),
          Map.entry("OR", DepthFrame.OR));

  private final Deque<DepthFrame> frames = new ArrayDeque<>();
  private String before = ";";

  private SqlDepth() {
    frames.push(new DepthFrame("", 0, true));
  }

  /**
   * Makes sure that the analyzer can read a text.
   *
   * @throws ServiceException 501 if it nests too deep
   */
  static void check(String sql) {
    SqlDepth depth = new SqlDepth();
    SqlTokens.read(sql, depth::take);
    while (depth.frames.size() > 1) {
      depth.close();
    }
    if (depth.top().depth() > MAX_LEVELS) {
      throw tooDeep();
    }
  }

  static ServiceException tooDeep() {
    return ServiceException.notSupported(
        "SQL expression of more than about 240 nested or chained operators");
  }

  private DepthFrame top() {
    return frames.element();
  }

  private void take(String token) {
    if (token.equals("(") || token.equals("[")) {
      open(token);
    } else if (token.equals(")") || token.equals("]")) {
      closeIf(token.equals(")") ? "(" : "[");
    } else if (token.equals("END")) {
      if (BLOCKS.contains(top().opener)) {
        close();
      }
    } else if (isBlock(token)) {
      frames.push(new DepthFrame(token, DepthFrame.OPERATOR, beginsStatement()));
    } else if (before.equals("BEGIN") && isTransaction(token)) {
      close();
    } else {
      top().take(token, before, OPERATORS.get(token));
    }
    if (top().joined > MAX_JOINED) {
      throw ServiceException.notSupported(
          "SQL query of more than " + MAX_JOINED + " joins, set operations or pipe operators");
    }
    before = token;
  }

  /** Whether a word opens what END closes: a statement where one may begin, or CASE. */
  private boolean isBlock(String token) {
    return BLOCKS.contains(token)
        && !before.equals("END")
        && (token.equals("CASE")
            || beginsStatement()
            || (token.equals("BEGIN") && before.equals(")") && top().hasStatements));
  }

  private boolean beginsStatement() {
    return top().hasStatements && BEFORE_STATEMENT.contains(before);
  }

  private boolean isTransaction(String token) {
    return top().opener.equals("BEGIN") && (token.equals("TRANSACTION") || token.equals(";"));
  }

  private void open(String bracket) {
    boolean isSubscript = bracket.equals("[");
    if (isSubscript && (before.equals(")") || before.equals("]"))) {
      top().postfix();
    }
    boolean isCall = isSubscript || Character.isLetter(before.charAt(0));
    frames.push(new DepthFrame(bracket, isCall ? DepthFrame.OPERATOR : 1, false));
  }

  private void closeIf(String opener) {
    if (top().opener.equals(opener)) {
      close();
    }
  }

  private void close() {
    int depth = frames.pop().depth();
    if (depth > MAX_LEVELS) {
      throw tooDeep();
    }
    top().operand(depth);
  }

  static boolean endsOperand(String token) {
    return CLAUSES.contains(token) || PARTS.contains(token) || SET_OPERATIONS.contains(token);
  }

  static boolean isClause(String token) {
    return CLAUSES.contains(token);
  }

  static boolean isSetOperation(String token) {
    return SET_OPERATIONS.contains(token);
  }
}
