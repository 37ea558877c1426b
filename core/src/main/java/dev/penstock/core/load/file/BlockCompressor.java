package dev.penstock.core.load.file;

/** Compresses blocks, one at a time. One owner thread; closing it frees native memory. */
interface BlockCompressor extends AutoCloseable {
  /**
   * Compresses the first bytes of an array.
   *
   * @return how many bytes of {@link #output} they became
   */
  int compress(byte[] data, int length);

  /** Holds the bytes of the last block until the next one. */
  byte[] output();

  @Override
  void close();
}
