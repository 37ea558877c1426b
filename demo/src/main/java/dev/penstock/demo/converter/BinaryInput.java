package dev.penstock.demo.converter;

import java.nio.ByteBuffer;

/** Reads what {@link BinaryOutput} wrote. One owner thread. */
final class BinaryInput {
  private final ByteBuffer in;

  BinaryInput(byte[] bytes) {
    this.in = ByteBuffer.wrap(bytes);
  }

  byte readByte() {
    return in.get();
  }

  long readLong() {
    long bits = 0;
    int shift = 0;
    byte next;
    do {
      next = in.get();
      bits |= (long) (next & 0x7F) << shift;
      shift += 7;
    } while (next < 0);
    return (bits >>> 1) ^ -(bits & 1);
  }

  long readBits() {
    return in.getLong();
  }

  byte[] readBytes() {
    byte[] bytes = new byte[(int) readLong()];
    in.get(bytes);
    return bytes;
  }

  /** Bytes without a copy. */
  ByteBuffer readSlice() {
    int length = (int) readLong();
    ByteBuffer slice = in.slice(in.position(), length);
    in.position(in.position() + length);
    return slice;
  }
}
