package dev.penstock.core.contract;

/** When something happens to the service, as the rows see it. Immutable. */
enum Moment {
  /** Before the first row. */
  START,
  /** The table was looked at, and the first row is taken; on the way in a load. */
  PLANNED,
  /** Rows 1 and 2 have answers; not in loads. */
  BEGUN,
  /** Rows are with the service, but not committed. */
  WRITTEN
}
