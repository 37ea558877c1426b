package dev.penstock.core.write;

import dev.penstock.core.encode.RowBuffer;
import java.util.ArrayDeque;

/**
 * Row buffers for reuse. What lies unused is bounded: by the number of buffers, and by dropping
 * those that one large row has blown up. One owner thread.
 */
final class RowBuffers {
  private static final int INITIAL_BYTES = 16 << 10;

  private final ArrayDeque<RowBuffer> unused = new ArrayDeque<>();
  private final int keptBytes;
  private final long maxUnused;

  /**
   * A pool without buffers yet.
   *
   * @param batchBytes the usual size of a batch
   * @param maxUnusedBytes the most memory that lies unused
   */
  RowBuffers(int batchBytes, long maxUnusedBytes) {
    // A buffer doubles, so one that a usual batch filled may be twice as large.
    this.keptBytes = 2 * Math.min(batchBytes, Integer.MAX_VALUE / 4) + INITIAL_BYTES;
    this.maxUnused = Math.max(1, maxUnusedBytes / keptBytes);
  }

  RowBuffer take() {
    RowBuffer buffer = unused.poll();
    return buffer != null ? buffer : new RowBuffer(INITIAL_BYTES);
  }

  /** Takes back a buffer that nobody uses any more. */
  void give(RowBuffer buffer) {
    if (unused.size() < maxUnused && buffer.array().length <= keptBytes) {
      buffer.clear();
      unused.push(buffer);
    }
  }
}
