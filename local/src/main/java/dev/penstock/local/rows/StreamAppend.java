package dev.penstock.local.rows;

/**
 * Where an append to a write stream wants to get. Immutable.
 *
 * @param offset the offset of its first row; negative for the end of the stream
 */
record StreamAppend(StoredStream stream, long offset) {}
