package dev.penstock.core.encode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in seven bits a byte, the lowest first, as protobuf and Avro write them. */
final class Varint {
  /** The bits that eight bytes hold. */
  private static final int EIGHT_BYTES_BITS = 56;

  /** In each byte, the bit that tells of another one. */
  private static final long MORE = 0x8080_8080_8080_8080L;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Varint() {}

  /**
   * Writes a number of up to ten bytes.
   *
   * @return where it ends
   */
  static int write(byte[] bytes, int at, long value) {
    int p = at;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[p++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[p++] = (byte) rest;
    return p;
  }

  /**
   * Writes a number of any length without a branch for each byte, which processors guess wrong.
   *
   * @param at has ten bytes of room behind it, whose content may change
   * @return where it ends
   */
  static int writeAny(byte[] bytes, int at, long value) {
    if (value >>> EIGHT_BYTES_BITS != 0) {
      return write(bytes, at, value);
    }
    long spread = (value & 0x000000000FFFFFFFL) | ((value & 0x00FFFFFFF0000000L) << 4);
    spread = (spread & 0x00003FFF00003FFFL) | ((spread & 0x0FFFC0000FFFC000L) << 2);
    spread = (spread & 0x007F007F007F007FL) | ((spread & 0x3F803F803F803F80L) << 1);
    int last = (Long.SIZE - 1 - Long.numberOfLeadingZeros(spread | 1)) >>> 3;
    LONG.set(bytes, at, spread | (MORE & ((1L << (last << 3)) - 1)));
    return at + last + 1;
  }
}
