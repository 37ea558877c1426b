package dev.penstock.core.write;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;

/**
 * At how many bytes a batch is sent. Immutable.
 *
 * @param minBytes the least that batches shrink to; at least 1
 * @param startBytes what batches of a new destination have
 * @param maxBytes the most that batches grow to. They never exceed a request, nor a quarter of the
 *     bytes in flight
 */
public record BatchSize(int minBytes, int startBytes, int maxBytes) {
  /** Batches that halve when an append takes 500 ms, and double while it takes less than 50 ms. */
  public static final BatchSize ADAPTIVE = new BatchSize(64 << 10, 1 << 20, 19_000_000);

  /** Checks the ranges. */
  public BatchSize {
    if (minBytes < 1 || startBytes < minBytes || maxBytes < startBytes) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          "batch size: "
              + minBytes
              + ", "
              + startBytes
              + ", "
              + maxBytes
              + " (expected: 1 <= least <= first <= most)");
    }
  }

  /** Batches of one size, whatever appends take. */
  public static BatchSize fixed(int bytes) {
    return new BatchSize(bytes, bytes, bytes);
  }

  /** Whether batches keep their size. */
  boolean isFixed() {
    return minBytes == maxBytes;
  }
}
