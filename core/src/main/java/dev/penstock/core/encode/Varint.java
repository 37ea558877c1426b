package dev.penstock.core.encode;

/** Numbers in seven bits a byte, the lowest first, as protobuf and Avro write them. */
final class Varint {
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
}
