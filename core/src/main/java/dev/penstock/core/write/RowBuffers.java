package dev.penstock.core.write;

import dev.penstock.core.encode.RowBuffer;
import java.util.ArrayDeque;

/**
 * Row buffers for reuse, and the memory that they take. Buffers that lie unused are dropped where
 * they and those in use would pass the bound together. One owner thread.
 */
final class RowBuffers implements RowBuffer.Meter {
  private static final int INITIAL_BYTES = 16 << 10;

  private final ArrayDeque<RowBuffer> unused = new ArrayDeque<>();
  private final long maxBytes;
  private long usedBytes;
  private long unusedBytes;

  /** A pool without buffers yet. */
  RowBuffers(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** A buffer without rows. */
  RowBuffer take() {
    RowBuffer buffer = unused.poll();
    if (buffer == null) {
      buffer = new RowBuffer(INITIAL_BYTES, this);
    } else {
      unusedBytes -= buffer.array().length;
    }
    grew(buffer.array().length);
    return buffer;
  }

  @Override
  public void grew(int bytes) {
    usedBytes += bytes;
    while (usedBytes + unusedBytes > maxBytes && !unused.isEmpty()) {
      unusedBytes -= unused.removeLast().array().length;
    }
  }

  /** Takes back a buffer that nobody uses any more. */
  void give(RowBuffer buffer) {
    int bytes = buffer.array().length;
    usedBytes -= bytes;
    if (usedBytes + unusedBytes + bytes <= maxBytes) {
      buffer.clear();
      unused.push(buffer);
      unusedBytes += bytes;
    }
  }

  /** Bytes of the buffers in use. */
  long usedBytes() {
    return usedBytes;
  }
}
