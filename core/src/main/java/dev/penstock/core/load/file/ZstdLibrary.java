package dev.penstock.core.load.file;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;

/** Whether Zstandard can be used: its library is optional, and needs native code. */
final class ZstdLibrary {
  static final boolean IS_THERE = loads();

  private ZstdLibrary() {}

  private static boolean loads() {
    try {
      new ZstdBlocks().close();
      return true;
    } catch (LinkageError e) {
      return false;
    }
  }

  static BlockCompressor compressor() {
    if (!IS_THERE) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          "codec: ZSTD (expected: DEFLATE or NONE, since zstd-jni is not on the class path or has"
              + " no native code for this machine)");
    }
    return new ZstdBlocks();
  }
}
