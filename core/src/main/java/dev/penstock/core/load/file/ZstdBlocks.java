package dev.penstock.core.load.file;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;

/** Zstandard at its default level. */
final class ZstdBlocks implements BlockCompressor {
  private final ZstdCompressCtx context = new ZstdCompressCtx();
  private byte[] compressed = {};

  @Override
  public int compress(byte[] data, int length) {
    int bound = Math.toIntExact(Zstd.compressBound(length));
    if (compressed.length < bound) {
      compressed = new byte[bound];
    }
    return context.compressByteArray(compressed, 0, compressed.length, data, 0, length);
  }

  @Override
  public byte[] output() {
    return compressed;
  }

  @Override
  public void close() {
    context.close();
  }
}
