package dev.penstock.benchmarks.encode;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import dev.penstock.benchmarks.rows.Sample;
import java.io.IOException;
import java.util.Arrays;

/**
 * The bound: the sample row written field by field for this one row shape, from plain fields, with
 * no check at all. One owner thread.
 */
final class HandWritten {
  private static final int BUFFER_BYTES = 1 << 20;
  private static final int ROW_ROOM = 2048;
  private static final long NUMERIC_PER_CENT = 10_000_000L;

  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final byte[] number = new byte[16];
  private CodedOutputStream out = CodedOutputStream.newInstance(buffer);

  /**
   * Writes a row behind the last one, or from the start when the buffer is nearly full.
   *
   * @return where it ends
   */
  int write(Sample row) throws IOException {
    if (out.spaceLeft() < ROW_ROOM) {
      out = CodedOutputStream.newInstance(buffer);
    }
    out.writeInt64(1, row.id());
    out.writeString(2, row.name());
    out.writeString(3, row.description());
    out.writeDouble(4, row.price());
    out.writeBool(5, row.active());
    out.writeInt64(6, row.timestampMicros());
    out.writeInt32(7, row.days());
    int digits = littleEndian(row.amount().unscaledValue().longValue() * NUMERIC_PER_CENT);
    out.writeTag(8, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    out.writeUInt32NoTag(digits);
    out.write(number, 0, digits);
    Long optionalCount = row.optionalCount();
    if (optionalCount != null) {
      out.writeInt64(9, optionalCount);
    }
    out.writeByteArray(10, row.payload());
    writeAddress(row.address());
    for (String tag : row.tags()) {
      out.writeString(12, tag);
    }
    return out.getTotalBytesWritten();
  }

  private void writeAddress(Sample.Address address) throws IOException {
    out.writeTag(11, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    out.write((byte) 0);
    int start = out.getTotalBytesWritten();
    out.writeString(1, address.street());
    out.writeInt64(2, address.zip());
    out.writeDouble(3, address.latitude());
    buffer[start - 1] = (byte) (out.getTotalBytesWritten() - start);
  }

  private int littleEndian(long value) {
    long rest = value;
    int length = 0;
    while (true) {
      byte low = (byte) rest;
      number[length++] = low;
      rest >>= 8;
      if ((rest == 0 && low >= 0) || (rest == -1 && low < 0)) {
        return length;
      }
    }
  }

  /** The bytes between two positions that {@link #write} returned. */
  byte[] copy(int from, int to) {
    return Arrays.copyOfRange(buffer, from, to);
  }
}
