package dev.penstock.core.table;

/** How a table of changes is made ready, and what a failure to do so means. Immutable. */
public enum ChangeProvisioning {
  /**
   * The table gets its max_staleness while rows are on their way; when that fails, it is one
   * warning and rows are written all the same. Nothing is noted on the table.
   */
  BEST_EFFORT,
  /**
   * Before the first row, a table that exists is looked at, and differences fail; nothing but an
   * attempt of the same contract that was broken off is carried on.
   */
  VERIFY_ONLY,
  /** Before the first row, a table that exists gets the wanted max_staleness. */
  RECONCILE
}
