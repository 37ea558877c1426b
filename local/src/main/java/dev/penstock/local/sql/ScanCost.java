package dev.penstock.local.sql;

/**
 * What a statement reads (RT-127).
 *
 * @param processed the bytes of the columns that it names, in the partitions that it cannot leave
 *     out
 * @param billed the same, at least 10 MiB for each table, in whole MiB
 */
public record ScanCost(long processed, long billed) {
  /** Nothing. */
  public static final ScanCost NONE = new ScanCost(0, 0);

  private static final long MEGABYTE = 1 << 20;
  private static final long MIN_BILLED = 10 * MEGABYTE;

  /**
   * With another table's bytes.
   *
   * @param settled those that are not in the streaming buffer, which alone are billed (PR-010)
   */
  ScanCost plus(long bytes, long settled) {
    if (settled == 0) {
      return new ScanCost(processed + bytes, billed);
    }
    long whole = (settled + MEGABYTE - 1) / MEGABYTE * MEGABYTE;
    return new ScanCost(processed + bytes, billed + Math.max(MIN_BILLED, whole));
  }
}
