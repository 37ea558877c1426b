package dev.penstock.core.write;

/** Memory of rows that a set of writers took and that have no answer yet. One owner thread. */
final class InFlight {
  private final long maxBytes;
  private long bytes;
  private long transport;
  private long retained;

  InFlight(long maxBytes) {
    this.maxBytes = maxBytes;
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

  boolean hasRoom() {
    return bytes + transport + retained < maxBytes;
  }
}
