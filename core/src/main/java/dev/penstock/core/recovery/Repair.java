package dev.penstock.core.recovery;

/** What is done about a refused batch. Immutable. */
public enum Repair {
  /** Send the batch again after a while. */
  RETRY,
  /**
   * Look whether the table has the batch's columns. If so, the streaming side does not know them
   * yet: send the batch again, over a new connection. If not, stop.
   */
  AWAIT_SCHEMA,
  /**
   * Look whether the table exists. A young one may not be known everywhere; a gone one is fatal.
   */
  CONFIRM_TABLE,
  /** Look whether the table exists, to tell a lost permission from a lost table, and stop. */
  CONFIRM_ACCESS,
  /** Hand out the rows that the answer names, and send the rest. */
  REMOVE_ROWS,
  /** Send the batch in halves until the row at fault stands alone. */
  ISOLATE_ROW,
  /**
   * Open the default stream anew and send the batch again. A stream that counts its rows is not
   * replaced under them: stop, and let a restart find out what is stored.
   */
  REPLACE_STREAM,
  /**
   * Send the batch again for some seconds: over a new connection the service may need them to know
   * where the stream ends.
   */
  AWAIT_OFFSET,
  /** Stop: no repetition helps. */
  FAIL
}
