package dev.penstock.core.encode;

import com.google.protobuf.ByteString;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.sequence.SequenceNumber;
import org.jspecify.annotations.Nullable;

/** Encodes rows into a buffer. One owner thread. */
public final class RowEncoder {
  private final int maxRowBytes;

  /**
   * An encoder that refuses rows above a size.
   *
   * @param maxRowBytes bytes of one row without its frame, at least 1
   */
  public RowEncoder(int maxRowBytes) {
    if (maxRowBytes < 1) {
      throw new IllegalArgumentException("maxRowBytes: " + maxRowBytes + " (expected: at least 1)");
    }
    this.maxRowBytes = maxRowBytes;
  }

  /**
   * Appends one row to the buffer.
   *
   * @param plan of the same schema as the reader
   * @param sequence the change sequence number; null for none, as on every APPEND
   * @return null when the row is in the buffer, else why not; the buffer is then as it was
   */
  public @Nullable RowFault encode(
      RowPlan plan, RowReader row, @Nullable SequenceNumber sequence, RowBuffer buffer) {
    return plan.encode(row, sequence, buffer, maxRowBytes);
  }

  /**
   * Appends one row to the buffer that the caller encoded.
   *
   * @param sequence the change sequence number; null for none, as on every APPEND
   * @return null when the row is in the buffer, else why not; the buffer is then as it was
   */
  public @Nullable RowFault encode(
      EncodedRows rows,
      ByteString row,
      ChangeType change,
      @Nullable SequenceNumber sequence,
      RowBuffer buffer) {
    return rows.encode(row, change, sequence, buffer, maxRowBytes);
  }
}
