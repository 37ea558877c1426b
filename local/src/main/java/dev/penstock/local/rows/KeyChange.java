package dev.penstock.local.rows;

/**
 * A change row of one key. Immutable.
 *
 * @param number its place among the changes of its table since the start, from 1
 * @param millis when it was acknowledged
 */
public record KeyChange(long number, long millis, RowBatch.Change change) {}
