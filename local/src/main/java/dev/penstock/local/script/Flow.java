package dev.penstock.local.script;

import org.jspecify.annotations.Nullable;

/** How a script goes on after a statement. Immutable. */
sealed interface Flow {
  /** With the next statement. */
  Flow NEXT = new Next();

  /** With what called the script or the procedure. */
  Flow RETURN = new Return();

  /** The next statement. */
  record Next() implements Flow {}

  /** The end. */
  record Return() implements Flow {}

  /**
   * The end of a loop or block.
   *
   * @param label its label; null for the innermost loop
   * @param again whether the loop goes on with its next round
   */
  record Leave(@Nullable String label, boolean again) implements Flow {
    /** Whether the loop with a label is meant. */
    boolean isFor(@Nullable String own) {
      return label == null || label.equalsIgnoreCase(own);
    }
  }
}
