package dev.penstock.demo.converter;

import java.io.ByteArrayOutputStream;

/** Bytes with varints. One owner thread. */
final class BinaryOutput {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(1024);

  void writeByte(int value) {
    out.write(value);
  }

  /** Small magnitudes take few bytes, negative ones too. */
  void writeLong(long value) {
    long bits = (value << 1) ^ (value >> 63);
    while ((bits & ~0x7FL) != 0) {
      out.write((int) ((bits & 0x7F) | 0x80));
      bits >>>= 7;
    }
    out.write((int) bits);
  }

  /** All 64 bits as they are, for doubles. */
  void writeBits(long bits) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      out.write((int) (bits >>> shift));
    }
  }

  void writeBytes(byte[] bytes) {
    writeLong(bytes.length);
    out.write(bytes, 0, bytes.length);
  }

  byte[] toByteArray() {
    return out.toByteArray();
  }
}
