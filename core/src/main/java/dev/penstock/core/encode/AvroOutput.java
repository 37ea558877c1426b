package dev.penstock.core.encode;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.DecimalType;
import dev.penstock.core.sequence.SequenceNumber;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows as records in Avro's binary encoding into a row buffer, without frames. Every field
 * of an {@link AvroSchema} must come, in its order. One owner thread.
 */
final class AvroOutput implements RowOutput {
  private static final VarHandle LITTLE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle BIG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** The index of null in {@code ["null", T]}, and the end of an array. */
  private static final byte NULL = 0;

  /** The index of T, 1 in zigzag form. */
  private static final byte PRESENT = 2;

  /** A place is the scale of a decimal, the digits that its full scale has beyond, and a mark. */
  private static final int UNION = 1 << 16;

  private static final int SCALE = 0xFF;
  private static final int EXTRA_DIGITS_SHIFT = 8;

  private static final int MAX_VARINT_BYTES = 10;
  private static final int MAX_LONG_DECIMAL_BYTES = 1 + 2 * Long.BYTES;
  private static final RowBuffer NO_BUFFER = new RowBuffer(0);

  private RowBuffer buffer = NO_BUFFER;
  private byte[] array = NO_BUFFER.array();
  private int position;
  private int limit;
  private int rowStart;
  private int maxRowBytes;
  private @Nullable RowFault fault;

  @Override
  public int place(TaggedColumn tagged) {
    Column column = tagged.column();
    int union = column.mode() == ColumnMode.NULLABLE ? UNION : 0;
    if (column.type() != ColumnType.NUMERIC && column.type() != ColumnType.BIGNUMERIC) {
      return union;
    }
    int scale = DecimalType.fractionDigitsOf(column);
    int extraDigits = DecimalType.of(column.type()).fractionDigits() - scale;
    return union | (extraDigits << EXTRA_DIGITS_SHIFT) | scale;
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
  }

  @Override
  public @Nullable RowFault finish() {
    if (fault == null && position - rowStart > maxRowBytes) {
      refuseSize();
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
                + " bytes, the most one block of an Avro file has room for. Shorten or leave out"
                + " its large columns, or load it by write streams, whose requests have room for"
                + " more."));
  }

  /** Whether the index of a union and so many bytes may be written. */
  private boolean room(int bytes) {
    return bytes < limit - position || grow(bytes);
  }

  private boolean grow(int bytes) {
    long end = (long) position + 1 + bytes;
    long slack = 1 + MAX_VARINT_BYTES + MAX_LONG_DECIMAL_BYTES;
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

  /** Where the value goes, behind the index of its union if it has one. */
  private int present(int place) {
    int p = position;
    if ((place & UNION) != 0) {
      array[p++] = PRESENT;
    }
    return p;
  }

  private int writeLong(int at, long value) {
    return Varint.write(array, at, zigzag(value));
  }

  private static long zigzag(long value) {
    return (value << 1) ^ (value >> 63);
  }

  @Override
  public void absent(int place) {
    if (room(0)) {
      array[position++] = NULL;
    }
  }

  @Override
  public void bool(int place, boolean value) {
    if (room(1)) {
      int p = present(place);
      array[p] = (byte) (value ? 1 : 0);
      position = p + 1;
    }
  }

  @Override
  public void int64(int place, long value) {
    if (room(MAX_VARINT_BYTES)) {
      position = Varint.writeAny(array, present(place), zigzag(value));
    }
  }

  @Override
  public void float64(int place, double value) {
    if (room(Double.BYTES)) {
      int p = present(place);
      LITTLE.set(array, p, Double.doubleToRawLongBits(value));
      position = p + Double.BYTES;
    }
  }

  @Override
  public void numeric(int place, long unscaled, int scale) {
    if (!room(MAX_LONG_DECIMAL_BYTES)) {
      return;
    }
    long factor = Decimals.powerOfTen((place & SCALE) - scale);
    long low = unscaled * factor;
    long high = Math.multiplyHigh(unscaled, factor);
    int p = present(place);
    int length;
    if (high == low >> 63) {
      length = Decimals.signedBytes(low);
      BIG.set(array, p + 1, low << (Long.SIZE - Byte.SIZE * length));
    } else {
      int highBytes = Decimals.signedBytes(high);
      BIG.set(array, p + 1, high << (Long.SIZE - Byte.SIZE * highBytes));
      BIG.set(array, p + 1 + highBytes, low);
      length = highBytes + Long.BYTES;
    }
    array[p] = (byte) (length << 1);
    position = p + 1 + length;
  }

  @Override
  public void decimal(int place, BigInteger unscaled) {
    int extraDigits = (place >> EXTRA_DIGITS_SHIFT) & 0xFF;
    BigInteger value =
        extraDigits == 0 ? unscaled : unscaled.divide(BigInteger.TEN.pow(extraDigits));
    byte[] bytes = value.toByteArray();
    bytes(place, bytes, 0, bytes.length);
  }

  @Override
  public boolean text(int place, String value) {
    boolean ascii = Utf8.isAscii(value);
    long bytes = ascii ? value.length() : Utf8.length(value);
    if (bytes > maxRowBytes) {
      refuseSize();
      return true;
    }
    int length = (int) bytes;
    if (room(MAX_VARINT_BYTES + length + Utf8.SLACK)) {
      int start = writeLong(present(place), length);
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
  public boolean utf8(int place, byte[] source, int offset, int length) {
    if (length > maxRowBytes) {
      refuseSize();
    } else if (room(MAX_VARINT_BYTES + length)) {
      int start = writeLong(present(place), length);
      if (!Utf8.copy(source, offset, length, array, start)) {
        return false;
      }
      position = start + length;
    }
    return true;
  }

  @Override
  public void bytes(int place, byte[] source, int offset, int length) {
    if (length > maxRowBytes) {
      refuseSize();
    } else if (room(MAX_VARINT_BYTES + length)) {
      int p = writeLong(present(place), length);
      System.arraycopy(source, offset, array, p, length);
      position = p + length;
    }
  }

  @Override
  public void date(int place, long days) {
    int64(place, days);
  }

  @Override
  public void time(int place, long micros) {
    int64(place, micros);
  }

  @Override
  public void datetime(int place, long micros) {
    int64(place, micros);
  }

  @Override
  public void timestamp(int place, long micros) {
    int64(place, micros);
  }

  @Override
  public void sequence(int place, SequenceNumber value) {
    throw new AssertionError("changes do not travel in files");
  }

  @Override
  public int beginStruct(int place, int lengthBytes) {
    if (room(0)) {
      position = present(place);
    }
    return position;
  }

  @Override
  public int endStruct(int start, int lengthBytes) {
    return lengthBytes;
  }

  @Override
  public void beginList(int size) {
    if (size > 0 && room(MAX_VARINT_BYTES)) {
      position = writeLong(position, size);
    }
  }

  @Override
  public void endList() {
    absent(0);
  }
}
