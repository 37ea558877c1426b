package dev.penstock.local.script;

import org.jspecify.annotations.Nullable;

/**
 * A statement or expression of a script that runs as a job. Immutable.
 *
 * @param isExpression whether it is an expression of a statement of the script
 * @param place where it stands
 * @param transactionId the transaction that it belongs to; null for none
 */
public record ScriptStep(boolean isExpression, Place place, @Nullable String transactionId) {
  /**
   * A piece of a script, with lines and columns from 1 (RT-140).
   *
   * @param text the piece
   */
  public record Place(int startLine, int startColumn, int endLine, int endColumn, String text) {
    /** The position as error texts show it. */
    String position() {
      return "[" + startLine + ":" + startColumn + "]";
    }
  }
}
