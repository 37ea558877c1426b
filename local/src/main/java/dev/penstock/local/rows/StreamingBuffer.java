package dev.penstock.local.rows;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How many streamed rows of a table are still in the write-optimised buffer (WA-208). It counts
 * only: the rows themselves lie with all others. Thread-safe.
 */
final class StreamingBuffer {
  /** How long rows stay in it; the service gives no time, DML treats 30 minutes as recent. */
  static final Duration STAY = Duration.ofMinutes(30);

  private static final long SLOT_MILLIS = 1000;

  private record Slot(long millis, long rows, long bytes) {}

  private final Deque<Slot> slots = new ArrayDeque<>();
  private long lastMillis;

  synchronized void add(long nowMillis, long rows, long bytes) {
    lastMillis = nowMillis;
    Slot last = slots.peekLast();
    if (last != null && nowMillis - last.millis() < SLOT_MILLIS) {
      slots.pollLast();
      slots.addLast(new Slot(last.millis(), last.rows() + rows, last.bytes() + bytes));
    } else {
      slots.addLast(new Slot(nowMillis, rows, bytes));
    }
  }

  /** When rows last came into it, however long they stayed; 0 for never. */
  synchronized long lastMillis() {
    return lastMillis;
  }

  synchronized void clear() {
    slots.clear();
  }

  synchronized TableSize.Streaming measure(long nowMillis) {
    while (!slots.isEmpty() && slots.getFirst().millis() < nowMillis - STAY.toMillis()) {
      slots.removeFirst();
    }
    long rows = 0;
    long bytes = 0;
    for (Slot slot : slots) {
      rows += slot.rows();
      bytes += slot.bytes();
    }
    return new TableSize.Streaming(rows, bytes, slots.isEmpty() ? 0 : slots.getFirst().millis());
  }
}
