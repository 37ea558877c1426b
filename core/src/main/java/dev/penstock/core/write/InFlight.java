package dev.penstock.core.write;

/** Bytes that a set of writers took and that have no answer yet. One owner thread. */
final class InFlight {
  private final long maxBytes;
  private long bytes;

  InFlight(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  void add(long more) {
    bytes += more;
  }

  void remove(long less) {
    bytes -= less;
  }

  long bytes() {
    return bytes;
  }

  boolean hasRoom() {
    return bytes < maxBytes;
  }
}
