package dev.penstock.local.sql;

/**
 * Rows that DML may not change. Immutable.
 *
 * @param condition of DuckDB
 * @param where what the refusal says behind itself
 */
record LockedRows(String condition, String where) {
  /** Rows of insertAll, which no statement changes (RT-172). */
  static LockedRows inserted(String condition) {
    return new LockedRows(condition, "");
  }

  /** Rows of any stream, which no transaction changes (WA-207). */
  static LockedRows streamed(String condition) {
    return new LockedRows(condition, " inside a transaction");
  }
}
