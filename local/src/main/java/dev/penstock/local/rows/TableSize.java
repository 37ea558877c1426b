package dev.penstock.local.rows;

/**
 * How much a table holds. Immutable.
 *
 * @param rows all its rows, those in the streaming buffer included
 * @param streaming what of it was streamed lately
 */
public record TableSize(long rows, Streaming streaming) {
  /**
   * The streaming buffer.
   *
   * @param rows 0 for an empty buffer
   * @param oldestMillis when the oldest row came; 0 for an empty buffer
   */
  public record Streaming(long rows, long bytes, long oldestMillis) {}
}
