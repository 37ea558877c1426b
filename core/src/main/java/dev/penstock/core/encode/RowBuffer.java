package dev.penstock.core.encode;

import java.util.Arrays;

/**
 * Encoded rows one after another. Protobuf rows are framed as elements of {@code
 * ProtoRows.serialized_rows} (tag, length, bytes), so that a range of rows goes into a request
 * without another copy; Avro rows have no frame, as in the block of a file. It grows with its rows:
 * who fills it sends it at a batch size, and no row is larger than its encoder allows. One owner
 * thread until it is handed over.
 */
public final class RowBuffer {
  /** Beyond this size it grows by half and not to the double. */
  private static final int LARGE_BYTES = 512 << 10;

  private final Meter meter;
  private byte[] array;
  private int[] ends = new int[64];
  private int rowCount;
  private int size;

  /** Learns how much memory a buffer takes. */
  public interface Meter {
    /** It takes so many bytes more than before. */
    void grew(int bytes);
  }

  /** An empty buffer. */
  public RowBuffer(int initialBytes) {
    this(initialBytes, bytes -> {});
  }

  /**
   * An empty buffer.
   *
   * @param meter told of what it takes beyond its first bytes
   */
  public RowBuffer(int initialBytes, Meter meter) {
    this.array = new byte[initialBytes];
    this.meter = meter;
  }

  /** How many whole rows it holds. */
  public int rowCount() {
    return rowCount;
  }

  /** Bytes of the whole rows, framing included. */
  public int size() {
    return size;
  }

  /** The bytes; rows lie in {@code [0, size)}. Valid until the next row is written. */
  public byte[] array() {
    return array;
  }

  /** Where a row's frame starts. */
  public int startOf(int row) {
    return row == 0 ? 0 : ends[row - 1];
  }

  /** Where a row's frame ends. */
  public int endOf(int row) {
    return ends[row];
  }

  /** A copy of one protobuf row without its frame. */
  public byte[] copyOf(int row) {
    int start = startOf(row) + 1;
    while (array[start] < 0) {
      start++;
    }
    return Arrays.copyOfRange(array, start + 1, ends[row]);
  }

  /** Forgets the rows from this number on; the memory stays. */
  public void truncate(int rows) {
    size = startOf(rows);
    rowCount = rows;
  }

  /** Forgets all rows; the memory stays. */
  public void clear() {
    rowCount = 0;
    size = 0;
  }

  /** Appends the rows {@code [from, to)} of another buffer. */
  public void copyRows(RowBuffer other, int from, int to) {
    int start = other.startOf(from);
    int length = other.startOf(to) - start;
    ensure(size + length);
    System.arraycopy(other.array, start, array, size, length);
    for (int row = from; row < to; row++) {
      commitRow(size + other.endOf(row) - other.startOf(row));
    }
  }

  /** Makes room up to an absolute position and returns the array to write to. */
  byte[] ensure(int position) {
    if (position > array.length) {
      int before = array.length;
      long next = before + (before < LARGE_BYTES ? before : before / 2L);
      long wanted = Math.max(position, next);
      array = Arrays.copyOf(array, (int) Math.min(Integer.MAX_VALUE - 16, wanted));
      meter.grew(array.length - before);
    }
    return array;
  }

  /** Ends the row that was written to {@code [size, end)}. */
  void commitRow(int end) {
    if (rowCount == ends.length) {
      ends = Arrays.copyOf(ends, 2 * rowCount);
    }
    ends[rowCount++] = end;
    size = end;
  }
}
