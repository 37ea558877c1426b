package dev.penstock.cli.column;

/** What one value looks like by its text alone. Immutable. */
enum ValueClass {
  BOOL,
  /** A whole number of 64 bits. */
  INTEGER,
  /** A longer whole number. */
  LARGE_INTEGER,
  /** A number with a point. */
  DECIMAL,
  /** A number with an exponent. */
  EXPONENT,
  /** Not a number, or infinite. */
  NOT_FINITE,
  DATE,
  TIME,
  DATETIME,
  TIMESTAMP,
  /** Digits behind a zero: a code, not a number. */
  LEADING_ZERO,
  /** A time with digits finer than a microsecond. */
  FINE_TIME,
  /** No characters, but a value. */
  EMPTY,
  TEXT
}
