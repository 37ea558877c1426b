package dev.penstock.core.encode;

/**
 * The kind of value that a row reader yields for a field; each kind names its access method.
 * Immutable.
 */
public enum ValueKind {
  /** {@link RowReader#booleanAt}. */
  BOOL,
  /** {@link RowReader#longAt}. */
  LONG,
  /** {@link RowReader#longAt}, its 64 bits read as unsigned. */
  UNSIGNED_LONG,
  /** {@link RowReader#doubleAt}. */
  DOUBLE,
  /** {@link RowReader#text}. */
  TEXT,
  /** {@link RowReader#bytes}. */
  BYTES,
  /** {@link RowReader#decimalAt}. */
  DECIMAL,
  /** {@link RowReader#longAt}: days since 1970-01-01. */
  DATE,
  /** {@link RowReader#longAt}: units since midnight. */
  TIME,
  /** {@link RowReader#longAt}: units since 1970-01-01T00:00:00 of a calendar without a zone. */
  DATETIME,
  /** {@link RowReader#longAt}: units since 1970-01-01T00:00:00Z. */
  INSTANT,
  /** {@link RowReader#text}: the canonical form {@code Y-M D H:M:S.F}. */
  INTERVAL,
  /** {@link RowReader#text}: one JSON document. */
  JSON,
  /** {@link RowReader#struct}. */
  STRUCT,
  /** {@link RowReader#list}: a reader whose ordinals are the elements. */
  LIST
}
