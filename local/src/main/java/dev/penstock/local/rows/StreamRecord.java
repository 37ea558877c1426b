package dev.penstock.local.rows;

/**
 * What the database keeps of a write stream. How many rows were appended is not in it: the staged
 * rows carry their offsets. Immutable.
 *
 * @param number what the stream's staged rows carry
 * @param tableRows how many rows, from the first on, are in the table
 * @param commitMillis when a PENDING stream was committed; 0 for not yet and for other kinds
 */
record StreamRecord(
    long number,
    String id,
    StreamKind kind,
    long createMillis,
    long tableRows,
    boolean finalized,
    long commitMillis) {
  StreamRecord withTableRows(long rows) {
    return new StreamRecord(number, id, kind, createMillis, rows, finalized, commitMillis);
  }

  StreamRecord asFinalized() {
    return new StreamRecord(number, id, kind, createMillis, tableRows, true, commitMillis);
  }

  StreamRecord committedAt(long millis, long rows) {
    return new StreamRecord(number, id, kind, createMillis, rows, true, millis);
  }
}
