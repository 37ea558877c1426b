package dev.penstock.local.read;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growing buffer of little-endian values. One owner thread. */
final class ArrowBytes {
  private byte[] content = new byte[64];
  private ByteBuffer view = view(content);
  private int size;

  private static ByteBuffer view(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  int size() {
    return size;
  }

  void putInt(int value) {
    grow(Integer.BYTES);
    view.putInt(size, value);
    size += Integer.BYTES;
  }

  void putLong(long value) {
    grow(Long.BYTES);
    view.putLong(size, value);
    size += Long.BYTES;
  }

  void put(byte[] value) {
    grow(value.length);
    System.arraycopy(value, 0, content, size, value.length);
    size += value.length;
  }

  /** Fills up to a multiple of eight, as the format wants each buffer. */
  void pad() {
    putZeros((8 - size % 8) % 8);
  }

  void putZeros(int count) {
    grow(count);
    size += count;
  }

  /** Sets a bit; the bytes up to it are there afterwards. */
  void putBit(int index, boolean value) {
    if (index / 8 >= size) {
      putZeros(index / 8 + 1 - size);
    }
    if (value) {
      content[index / 8] |= (byte) (1 << index % 8);
    }
  }

  void put(ArrowBytes other) {
    grow(other.size);
    System.arraycopy(other.content, 0, content, size, other.size);
    size += other.size;
  }

  byte[] toArray() {
    return Arrays.copyOf(content, size);
  }

  private void grow(int more) {
    if (size + more > content.length) {
      content = Arrays.copyOf(content, Math.max(2 * content.length, size + more));
      view = view(content);
    }
  }
}
