package dev.penstock.local.rows;

/**
 * A write stream as it is at one moment. Immutable.
 *
 * @param id the last part of its name
 * @param rows how many rows were appended, which is also the next offset
 * @param tableRows how many of them, from the first on, are in the table
 * @param commitMillis when a PENDING stream was committed; 0 for not yet and for other kinds
 */
public record StreamSnapshot(
    String id,
    StreamKind kind,
    long rows,
    long tableRows,
    boolean finalized,
    long createMillis,
    long commitMillis) {}
