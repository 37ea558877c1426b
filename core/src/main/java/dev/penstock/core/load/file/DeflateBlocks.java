package dev.penstock.core.load.file;

import java.util.Arrays;
import java.util.zip.Deflater;

/** Deflate without a header, at its fastest level. */
final class DeflateBlocks implements BlockCompressor {
  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
  private byte[] compressed = new byte[64 << 10];

  @Override
  public int compress(byte[] data, int length) {
    deflater.reset();
    deflater.setInput(data, 0, length);
    deflater.finish();
    int size = 0;
    while (!deflater.finished()) {
      if (size == compressed.length) {
        compressed = Arrays.copyOf(compressed, 2 * size);
      }
      size += deflater.deflate(compressed, size, compressed.length - size);
    }
    return size;
  }

  @Override
  public byte[] output() {
    return compressed;
  }

  @Override
  public void close() {
    deflater.end();
  }
}
