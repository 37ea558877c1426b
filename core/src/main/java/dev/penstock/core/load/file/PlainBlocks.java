package dev.penstock.core.load.file;

/** Leaves blocks as they are. */
final class PlainBlocks implements BlockCompressor {
  private byte[] last = {};

  @Override
  public int compress(byte[] data, int length) {
    last = data;
    return length;
  }

  @Override
  public byte[] output() {
    return last;
  }

  @Override
  public void close() {}
}
