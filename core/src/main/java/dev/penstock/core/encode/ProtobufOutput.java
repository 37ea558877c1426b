package dev.penstock.core.encode;

import com.google.protobuf.ByteString;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.sequence.SequenceNumber;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Writes rows as protobuf messages into a row buffer. One owner thread. */
final class ProtobufOutput implements RowOutput {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int NUMERIC_SCALE = 9;

  /** Field 1 of ProtoRows, length-delimited. */
  private static final byte ROW_KEY = 0x0A;

  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH_DELIMITED = 2;

  private static final int MAX_KEY_BYTES = 5;
  private static final int MAX_LENGTH_BYTES = 5;
  private static final int MAX_VARINT_BYTES = 10;
  private static final RowBuffer NO_BUFFER = new RowBuffer(0);

  private RowBuffer buffer = NO_BUFFER;
  private byte[] array = NO_BUFFER.array();
  private int position;
  private int limit;
  private int rowStart;
  private int maxRowBytes;
  private int rowLengthBytes = 2;
  private @Nullable RowFault fault;

  @Override
  public int place(TaggedColumn column) {
    return column.tag();
  }

  @Override
  public void absent(int tag) {
    // The service stores NULL, or an empty array, for what is not there.
  }

  @Override
  public void beginList(int size) {
    // Each element comes with the tag of the array.
  }

  @Override
  public void endList() {
    // The next tag ends the array.
  }

  @Override
  public void begin(RowBuffer target, int maxBytes) {
    buffer = target;
    array = target.array();
    limit = array.length;
    position = target.size();
    rowStart = position;
    maxRowBytes = maxBytes;
    fault = null;
    if (room(1 + rowLengthBytes)) {
      array[position] = ROW_KEY;
      position += 1 + rowLengthBytes;
    }
    rowStart = position;
  }

  @Override
  public @Nullable RowFault finish() {
    if (fault == null && position - rowStart > maxRowBytes) {
      refuseSize();
    }
    if (fault == null) {
      rowLengthBytes = endStruct(rowStart, rowLengthBytes);
    }
    if (fault == null) {
      buffer.commitRow(position);
    }
    buffer = NO_BUFFER;
    array = NO_BUFFER.array();
    return fault;
  }

  @Override
  public void refuse(RowFault newFault) {
    if (fault == null) {
      fault = newFault;
    }
  }

  @Override
  public boolean isRefused() {
    return fault != null;
  }

  private void refuseSize() {
    refuse(
        new RowFault(
            ErrorCode.ROW_TOO_LARGE,
            null,
            "The row takes more than "
                + maxRowBytes
                + " bytes, the most one request has room for. Shorten or leave out its large"
                + " columns, or raise the request size if it is below the service's limit."));
  }

  /** Whether so many bytes may be written; false when the row is too large already. */
  private boolean room(int bytes) {
    return bytes <= limit - position || grow(bytes);
  }

  private boolean grow(int bytes) {
    long end = (long) position + bytes;
    long slack = MAX_VARINT_BYTES + MAX_KEY_BYTES;
    if (end - rowStart > maxRowBytes + slack || end > Integer.MAX_VALUE - slack) {
      refuseSize();
    }
    if (fault != null) {
      return false;
    }
    array = buffer.ensure((int) end);
    limit = array.length;
    return true;
  }

  private int writeVarint(int at, long value) {
    return Varint.write(array, at, value);
  }

  private int writeKey(int at, int tag, int wireType) {
    return writeVarint(at, ((long) tag << 3) | wireType);
  }

  private static int varintBytes(int value) {
    return (Integer.SIZE + 6 - Integer.numberOfLeadingZeros(value | 1)) / 7;
  }

  @Override
  public void bool(int tag, boolean value) {
    int64(tag, value ? 1 : 0);
  }

  @Override
  public void int64(int tag, long value) {
    if (room(MAX_KEY_BYTES + MAX_VARINT_BYTES)) {
      position = Varint.writeAny(array, writeKey(position, tag, VARINT), value);
    }
  }

  @Override
  public void float64(int tag, double value) {
    if (room(MAX_KEY_BYTES + Double.BYTES)) {
      int p = writeKey(position, tag, FIXED64);
      LONG.set(array, p, Double.doubleToRawLongBits(value));
      position = p + Double.BYTES;
    }
  }

  @Override
  public void numeric(int tag, long unscaled, int scale) {
    if (!room(MAX_KEY_BYTES + 1 + 2 * Long.BYTES)) {
      return;
    }
    long factor = Decimals.powerOfTen(NUMERIC_SCALE - scale);
    long low = unscaled * factor;
    long high = Math.multiplyHigh(unscaled, factor);
    int lengthAt = writeKey(position, tag, LENGTH_DELIMITED);
    LONG.set(array, lengthAt + 1, low);
    int length;
    if (high == low >> 63) {
      length = Decimals.signedBytes(low);
    } else {
      LONG.set(array, lengthAt + 1 + Long.BYTES, high);
      length = Long.BYTES + Decimals.signedBytes(high);
    }
    array[lengthAt] = (byte) length;
    position = lengthAt + 1 + length;
  }

  @Override
  public void decimal(int tag, BigInteger unscaled) {
    byte[] bigEndian = unscaled.toByteArray();
    if (room(MAX_KEY_BYTES + MAX_LENGTH_BYTES + bigEndian.length)) {
      int p = writeVarint(writeKey(position, tag, LENGTH_DELIMITED), bigEndian.length);
      for (int i = bigEndian.length - 1; i >= 0; i--) {
        array[p++] = bigEndian[i];
      }
      position = p;
    }
  }

  @Override
  public boolean text(int tag, String value) {
    boolean ascii = Utf8.isAscii(value);
    long bytes = ascii ? value.length() : Utf8.length(value);
    if (bytes > maxRowBytes) {
      refuseSize();
      return true;
    }
    int length = (int) bytes;
    if (room(MAX_KEY_BYTES + MAX_LENGTH_BYTES + length + Utf8.SLACK)) {
      int start = writeVarint(writeKey(position, tag, LENGTH_DELIMITED), length);
      if (ascii) {
        Utf8.writeAscii(value, array, start);
      } else if (!Utf8.write(value, array, start)) {
        return false;
      }
      position = start + length;
    }
    return true;
  }

  @Override
  public boolean utf8(int tag, byte[] source, int offset, int length) {
    if (room(MAX_KEY_BYTES + MAX_LENGTH_BYTES + length)) {
      int start = writeVarint(writeKey(position, tag, LENGTH_DELIMITED), length);
      if (!Utf8.copy(source, offset, length, array, start)) {
        return false;
      }
      position = start + length;
    }
    return true;
  }

  @Override
  public void bytes(int tag, byte[] source, int offset, int length) {
    if (room(MAX_KEY_BYTES + MAX_LENGTH_BYTES + length)) {
      int p = writeVarint(writeKey(position, tag, LENGTH_DELIMITED), length);
      System.arraycopy(source, offset, array, p, length);
      position = p + length;
    }
  }

  /** Fields that are encoded already. */
  void fields(ByteString encoded) {
    if (room(encoded.size())) {
      encoded.copyTo(array, position);
      position += encoded.size();
    }
  }

  @Override
  public void date(int tag, long days) {
    int64(tag, days);
  }

  @Override
  public void time(int tag, long micros) {
    int64(tag, CivilTime.packTime(micros));
  }

  @Override
  public void datetime(int tag, long micros) {
    int64(tag, CivilTime.packDatetime(micros));
  }

  @Override
  public void timestamp(int tag, long micros) {
    int64(tag, micros);
  }

  @Override
  public void sequence(int tag, SequenceNumber value) {
    int maxLength = value.sections() * (Long.SIZE / 4 + 1);
    if (!room(MAX_KEY_BYTES + 1 + maxLength)) {
      return;
    }
    int lengthAt = writeKey(position, tag, LENGTH_DELIMITED);
    int p = lengthAt + 1;
    for (int i = 0; i < value.sections(); i++) {
      if (i > 0) {
        array[p++] = '/';
      }
      p = writeHex(p, value.section(i));
    }
    array[lengthAt] = (byte) (p - lengthAt - 1);
    position = p;
  }

  private int writeHex(int at, long value) {
    int digits = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 3) / 4);
    int p = at;
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
      int digit = (int) (value >>> shift) & 0xF;
      array[p++] = (byte) (digit < 10 ? '0' + digit : 'a' + digit - 10);
    }
    return p;
  }

  @Override
  public int beginStruct(int tag, int lengthBytes) {
    if (room(MAX_KEY_BYTES + lengthBytes)) {
      position = writeKey(position, tag, LENGTH_DELIMITED) + lengthBytes;
    }
    return position;
  }

  @Override
  public int endStruct(int start, int lengthBytes) {
    if (fault != null) {
      return lengthBytes;
    }
    int length = position - start;
    int needed = varintBytes(length);
    if (needed != lengthBytes) {
      // Lengths mostly stay in one class from row to row, so the content seldom moves.
      if (!room(MAX_LENGTH_BYTES)) {
        return lengthBytes;
      }
      System.arraycopy(array, start, array, start + needed - lengthBytes, length);
      position += needed - lengthBytes;
    }
    int lengthAt = start - lengthBytes;
    int unused = writeVarint(lengthAt, length);
    assert unused == lengthAt + needed;
    return needed;
  }
}
