package dev.penstock.local.sql;

/** How many rows DML inserted, updated and deleted (RT-138). Immutable. */
public record DmlCounts(long inserted, long updated, long deleted) {
  /** Nothing. */
  public static final DmlCounts NONE = new DmlCounts(0, 0, 0);

  /** All rows that it touched. */
  public long total() {
    return inserted + updated + deleted;
  }
}
