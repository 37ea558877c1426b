package dev.penstock.core.encode;

/**
 * Checks, rounds and scales the values of one field, and writes them to the row output. May keep
 * scratch space: one owner thread.
 */
interface FieldEncoder {
  /** Writes a value that is not null. */
  void encode(RowReader row, int ordinal);
}
