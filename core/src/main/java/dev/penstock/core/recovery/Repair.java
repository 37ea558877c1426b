package dev.penstock.core.recovery;

/** What is done about a failure; where several would do, the first in this order. Immutable. */
public enum Repair {
  /** Nothing: what was asked for is done already. */
  DONE,
  /** Leave the restored stream alone, and send the rows to a new one. */
  ABANDON_STREAM,
  /** Make the table ready again: create it, or take the one that stands in its place. */
  CREATE_TABLE,
  /** Add to the table the columns that it lacks. */
  UPDATE_SCHEMA,
  /** Hand out the rows that the answer names, and send the rest. */
  REJECT_ROWS,
  /** Send the batch in halves until the row at fault stands alone. */
  BISECT,
  /** Open the default stream anew, and send again. */
  REBUILD_STREAM,
  /** Send again over a new connection: the service does not know yet what is there. */
  AWAIT_PROPAGATION,
  /** Do the same again after a while. */
  RETRY,
  /** Stop: no repetition helps. */
  FAIL
}
