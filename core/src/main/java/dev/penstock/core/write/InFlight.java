package dev.penstock.core.write;

/**
 * Rows that a set of writers took and that have no answer yet, and the memory that they take. One
 * owner thread.
 */
final class InFlight {
  private final long maxBytes;
  private final RowBuffers buffers;
  private long bytes;
  private long transport;
  private long retained;
  private boolean full;

  InFlight(long maxBytes, RowBuffers buffers) {
    this.maxBytes = maxBytes;
    this.buffers = buffers;
  }

  void add(long more) {
    bytes += more;
  }

  void remove(long less) {
    bytes -= less;
  }

  /** Encoded rows. */
  long bytes() {
    return bytes;
  }

  /** Notes what the transport may hold of them in buffers of its own. */
  void setTransport(long held) {
    transport = held;
  }

  /** Notes what the caller holds of their source. */
  void setRetained(long held) {
    retained = held;
  }

  /**
   * Whether more may come. Once the bound is reached, half of it must be free first: with a little
   * room at a time, the rows of many destinations would travel one by one.
   */
  boolean hasRoom() {
    long used = buffers.usedBytes() + transport + retained;
    full = bytes > 0 && used >= (full ? maxBytes / 2 : maxBytes);
    return !full;
  }
}
