package dev.penstock.local.rows;

/** Rows were meant for a table that was dropped meanwhile. Immutable. */
public final class StaleTableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StaleTableException(String table) {
    super("Table " + table + " was dropped before its rows were stored");
  }
}
