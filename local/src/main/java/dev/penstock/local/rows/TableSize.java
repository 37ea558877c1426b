package dev.penstock.local.rows;

/**
 * How much a table holds. Immutable.
 *
 * @param rows all its rows, those in the streaming buffer included
 * @param streaming what of it was streamed lately
 * @param bytes of the rows that are not in the streaming buffer, by the service's rules for sizes;
 *     changes that are not applied do not count
 */
public record TableSize(long rows, Streaming streaming, long bytes) {
  /** Of a table without rows. */
  public static final TableSize NONE = new TableSize(0, new Streaming(0, 0, 0), 0);

  /**
   * The streaming buffer.
   *
   * @param rows 0 for an empty buffer
   * @param oldestMillis when the oldest row came; 0 for an empty buffer
   */
  public record Streaming(long rows, long bytes, long oldestMillis) {}
}
