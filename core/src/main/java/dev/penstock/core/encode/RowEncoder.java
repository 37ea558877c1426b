package dev.penstock.core.encode;

import dev.penstock.core.sequence.SequenceNumber;
import org.jspecify.annotations.Nullable;

/** Encodes rows into a buffer. One owner thread. */
public final class RowEncoder {
  private final int maxRowBytes;

  /** An encoder that refuses rows above a size. */
  public RowEncoder(int maxRowBytes) {
    this.maxRowBytes = maxRowBytes;
  }

  /**
   * Appends one row to the buffer.
   *
   * @param sequence the change sequence number; null for none
   * @return null when the row is in the buffer, else why not; the buffer is then as it was
   */
  public @Nullable RowFault encode(
      RowPlan plan, RowReader row, @Nullable SequenceNumber sequence, RowBuffer buffer) {
    throw new UnsupportedOperationException("maxRowBytes " + maxRowBytes);
  }
}
