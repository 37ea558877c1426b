package dev.penstock.core.reader;

import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.error.ErrorCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A position in the bytes of a message. Whatever does not go on as protobuf must is a fault of the
 * row. One owner thread.
 *
 * @see <a href="https://protobuf.dev/programming-guides/encoding/">Encoding</a>
 */
final class ProtoInput {
  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int LENGTH_DELIMITED = 2;
  static final int START_GROUP = 3;
  static final int END_GROUP = 4;
  static final int FIXED32 = 5;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** In each of eight bytes, the bit that is zero in the last byte of a number. */
  private static final long LAST_BYTES = 0x8080_8080_8080_8080L;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final byte[] NOTHING = new byte[0];
  private static final int MAX_SKIPPED_DEPTH = 100;

  private final String messageName;
  private byte[] bytes = NOTHING;
  private int position;

  ProtoInput(String messageName) {
    this.messageName = messageName;
  }

  /** Goes to a place of an array. */
  void begin(byte[] array, int offset) {
    bytes = array;
    position = offset;
  }

  byte[] bytes() {
    return bytes;
  }

  int position() {
    return position;
  }

  /** The number and wire type of the next field. */
  int tag(int end) {
    long tag = varint(end);
    if (tag >>> 3 == 0 || tag >>> Integer.SIZE != 0) {
      throw malformed();
    }
    return (int) tag;
  }

  long varint(int end) {
    int p = position;
    if (p + 1 < end) {
      // Keys and lengths: processors guess these branches and read on meanwhile.
      if (bytes[p] >= 0) {
        position = p + 1;
        return bytes[p];
      }
      if (bytes[p + 1] >= 0) {
        position = p + 2;
        return (bytes[p] & 0x7F) | (bytes[p + 1] << 7);
      }
    }
    if (p <= end - Long.BYTES) {
      long all = (long) LONG.get(bytes, p);
      long ends = ~all & LAST_BYTES;
      if (ends != 0) {
        // Gathers seven bits of each byte up to the first that is marked as the last.
        long value = all & (ends ^ (ends - 1)) & ~LAST_BYTES;
        value = ((value & 0x7F007F007F007F00L) >>> 1) | (value & 0x007F007F007F007FL);
        value = ((value & 0x3FFF00003FFF0000L) >>> 2) | (value & 0x00003FFF00003FFFL);
        position = p + 1 + (Long.numberOfTrailingZeros(ends) >>> 3);
        return ((value & 0x0FFFFFFF00000000L) >>> 4) | (value & 0x000000000FFFFFFFL);
      }
    }
    return longVarint(p, end);
  }

  private long longVarint(int start, int end) {
    int p = start;
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (p >= end) {
        throw malformed();
      }
      byte next = bytes[p++];
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        position = p;
        return value;
      }
    }
    throw malformed();
  }

  long fixed64(int end) {
    return (long) LONG.get(bytes, advance(Long.BYTES, end));
  }

  int fixed32(int end) {
    return (int) INT.get(bytes, advance(Integer.BYTES, end));
  }

  /** Where a length-delimited value ends; the position is its start. */
  int delimited(int end) {
    long length = varint(end);
    if (length < 0 || length > end - position) {
      throw malformed();
    }
    return position + (int) length;
  }

  /** Goes on behind a value. */
  void moveTo(int newPosition) {
    position = newPosition;
  }

  private int advance(int count, int end) {
    int start = position;
    if (count > end - start) {
      throw malformed();
    }
    position = start + count;
    return start;
  }

  /** Skips a field of no interest. */
  void skip(int tag, int end) {
    skip(tag, end, 0);
  }

  private void skip(int tag, int end, int depth) {
    switch (tag & 7) {
      case VARINT -> {
        long unused = varint(end);
      }
      case FIXED64 -> {
        int unused = advance(Long.BYTES, end);
      }
      case FIXED32 -> {
        int unused = advance(Integer.BYTES, end);
      }
      case LENGTH_DELIMITED -> moveTo(delimited(end));
      case START_GROUP -> {
        int unused = skipGroup(tag >>> 3, end, depth + 1);
      }
      default -> throw malformed();
    }
  }

  /**
   * Skips the content of a group and the tag behind it.
   *
   * @return where the content ends
   */
  int skipGroup(int number, int end) {
    return skipGroup(number, end, 0);
  }

  private int skipGroup(int number, int end, int depth) {
    if (depth > MAX_SKIPPED_DEPTH) {
      throw malformed();
    }
    while (position < end) {
      int contentEnd = position;
      int tag = tag(end);
      if ((tag & 7) == END_GROUP) {
        if (tag >>> 3 != number) {
          throw malformed();
        }
        return contentEnd;
      }
      skip(tag, end, depth);
    }
    throw malformed();
  }

  RowFaultException malformed() {
    return new RowFaultException(
        new RowFault(
            ErrorCode.ROW_INVALID,
            null,
            "The bytes are no message of "
                + messageName
                + ": they end early, or hold what protobuf does not write. Send messages of the"
                + " type that the rows were declared with."));
  }
}
