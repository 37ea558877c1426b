package dev.penstock.local.sql;

import org.jspecify.annotations.Nullable;

/** The depth of what stands between two brackets, or between CASE and END. One owner thread. */
final class DepthFrame {
  /** Levels of an operator. */
  static final int OPERATOR = 4;

  /** The level of AND, which takes any number of operands. */
  static final int AND = 7;

  static final int OR = 8;

  /** Names of a path that is none into a value. */
  private static final int PATH = 15;

  final String opener;

  /** Whether statements stand in it, not an expression. */
  final boolean hasStatements;

  /** Joins, set operations and pipe operators so far, which chain. */
  int joined;

  private final int[] left = new int[OR + 1];
  private int opened;
  private int weight;
  private int operand;
  private int prefixes;
  private int deepest;
  private int dots;
  private boolean inFrom;

  DepthFrame(String opener, int weight, boolean hasStatements) {
    this.opener = opener;
    this.weight = weight;
    this.hasStatements = hasStatements;
  }

  /** What it adds to that around it, with all that is in it. */
  int depth() {
    endPart();
    return deepest + weight;
  }

  /** Something is an operand, or its subscript. */
  void operand(int depth) {
    operand = Math.max(operand, depth);
  }

  /** The last operand has a part of it taken. */
  void postfix() {
    operand += OPERATOR;
  }

  /**
   * Reads a token that is no bracket.
   *
   * @param binding how tight it binds; null for no operator
   */
  void take(String token, String before, @Nullable Integer binding) {
    if (token.equals(",") || token.equals(";") || SqlDepth.endsOperand(token)) {
      join(token, before);
      endPart();
    } else if (token.equals("NOT") || token.equals("~") || (binding != null && begins(before))) {
      prefixes += OPERATOR;
    } else if (token.equals(".")) {
      dots++;
      if (dots > PATH) {
        postfix();
      }
    } else if (binding != null) {
      operator(binding);
    }
  }

  /** Whether an operator behind a token has no left operand. */
  private static boolean begins(String before) {
    return before.equals("(")
        || before.equals(",")
        || before.equals("[")
        || SqlDepth.endsOperand(before)
        || (!before.equals(")") && !before.equals("]") && isOperator(before));
  }

  private static boolean isOperator(String token) {
    return !Character.isLetterOrDigit(token.charAt(0))
        && token.charAt(0) != '_'
        && token.charAt(0) != '@';
  }

  private void join(String token, String before) {
    if (token.equals(";")) {
      joined = 0;
    }
    if (token.equals("SELECT") && weight == 1) {
      weight = OPERATOR;
    }
    joined += chains(token) ? 1 : 0;
    if (token.equals("JOIN") || (token.equals("FROM") && !before.equals("DISTINCT"))) {
      inFrom = true;
    } else if (token.equals(";") || SqlDepth.isClause(token) || SqlDepth.isSetOperation(token)) {
      inFrom = false;
    }
  }

  private boolean chains(String token) {
    return token.equals("JOIN")
        || token.equals("|>")
        || SqlDepth.isSetOperation(token)
        || (token.equals(",") && inFrom);
  }

  private void operator(int binding) {
    int depth = collapsed(binding - 1);
    if ((opened & (1 << binding)) != 0) {
      depth = Math.max(depth, left[binding]) + (binding >= AND ? 0 : OPERATOR);
    }
    left[binding] = depth;
    opened |= 1 << binding;
  }

  /** The depth of the last operand with all operators that bind as tight as one. */
  private int collapsed(int loosest) {
    int depth = operand + prefixes;
    for (int i = 0; i <= loosest; i++) {
      if ((opened & (1 << i)) != 0) {
        depth = Math.max(depth, left[i]) + OPERATOR;
      }
    }
    opened &= -1 << (loosest + 1);
    operand = 0;
    dots = 0;
    prefixes = 0;
    return depth;
  }

  private void endPart() {
    deepest = Math.max(deepest, collapsed(OR));
  }
}
