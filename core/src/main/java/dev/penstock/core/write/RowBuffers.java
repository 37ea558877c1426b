package dev.penstock.core.write;

import dev.penstock.core.encode.RowBuffer;
import java.util.ArrayDeque;

/** Row buffers for reuse; the memory that lies unused is bounded. One owner thread. */
final class RowBuffers {
  private static final int INITIAL_BYTES = 16 << 10;

  private final ArrayDeque<RowBuffer> unused = new ArrayDeque<>();
  private final long maxUnusedBytes;
  private long unusedBytes;

  /**
   * A pool without buffers yet.
   *
   * @param maxUnusedBytes the most memory that lies unused
   */
  RowBuffers(long maxUnusedBytes) {
    this.maxUnusedBytes = maxUnusedBytes;
  }

  RowBuffer take() {
    RowBuffer buffer = unused.poll();
    if (buffer == null) {
      return new RowBuffer(INITIAL_BYTES);
    }
    unusedBytes -= buffer.array().length;
    return buffer;
  }

  /** Takes back a buffer that nobody uses any more. */
  void give(RowBuffer buffer) {
    int length = buffer.array().length;
    if (unusedBytes + length <= maxUnusedBytes) {
      buffer.clear();
      unused.push(buffer);
      unusedBytes += length;
    }
  }
}
