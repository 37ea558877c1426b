package dev.penstock.core.recovery;

/** What a look at a table shows. Immutable. */
public enum Sight {
  /** It is there. */
  THERE,
  /** A table of its name is there, which was made after the one that was written to. */
  MADE_ANEW,
  /** There is none. */
  GONE,
  /** The credentials may not look. */
  HIDDEN
}
