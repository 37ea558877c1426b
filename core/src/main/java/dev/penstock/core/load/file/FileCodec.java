package dev.penstock.core.load.file;

/** The compression of a file's blocks. Immutable. */
public enum FileCodec {
  /** As they are: for a service that is near. */
  NONE("null"),
  /** Deflate at its fastest level. */
  DEFLATE("deflate"),
  /** Zstandard; needs the optional library zstd-jni. */
  ZSTD("zstandard");

  private final String word;

  FileCodec(String word) {
    this.word = word;
  }

  /** What the header of a file calls it. */
  String word() {
    return word;
  }

  /**
   * The one that costs least for small files: ZSTD where its library is there and works on this
   * machine, else DEFLATE.
   */
  public static FileCodec best() {
    return ZstdLibrary.IS_THERE ? ZSTD : DEFLATE;
  }

  /**
   * A compressor of blocks, for one file after another or several at once.
   *
   * @throws dev.penstock.core.error.IngestException INVALID_OPTION when the library of ZSTD is
   *     missing
   */
  BlockCompressor compressor() {
    return switch (this) {
      case NONE -> new PlainBlocks();
      case DEFLATE -> new DeflateBlocks();
      case ZSTD -> ZstdLibrary.compressor();
    };
  }
}
