package dev.penstock.core.recovery;

import dev.penstock.core.connection.Failure;

/**
 * A failure and what must be known to repair it. Who asks the table answers; a look at the table of
 * the rows may wait for the service. One owner thread.
 */
public interface Incident {
  /** What the service answered. */
  Failure failure();

  /** Whether this was the first request at a restored position, which asks where the stream is. */
  default boolean isQuestion() {
    return false;
  }

  /** Whether the same rows were sent to the same place before. */
  default boolean isRepeated() {
    return false;
  }

  /** Whether the stream counts its rows. */
  default boolean isNumbered() {
    return false;
  }

  /** Whether the rows are changes. */
  default boolean isChange() {
    return false;
  }

  /** Whether rows of this writer were stored in the table. */
  default boolean hasStored() {
    return false;
  }

  /** Whether the table may be created, which this repair has not done yet. */
  default boolean mayCreateTable() {
    return false;
  }

  /** Whether columns may be added to the table. */
  default boolean mayAddColumns() {
    return false;
  }

  /** Looks at the table. */
  default Sight table() {
    return Sight.HIDDEN;
  }

  /** Whether the table lacks columns of the rows; looks at it. */
  default boolean lacksColumns() {
    return false;
  }
}
