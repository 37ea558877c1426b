package dev.penstock.core.load;

/**
 * Cuts the bytes of a file into chunks of one size and sends each when it is full and more bytes
 * come, so that the last one is never empty. One owner thread, which waits where a chunk must be
 * sent first.
 */
final class UploadBuffer {
  private final Chunks chunks;
  private byte[] chunk;
  private int size;
  private long total;

  /** Takes the chunks of a file in their order. */
  interface Chunks {
    /**
     * Takes a chunk that others follow.
     *
     * @return an array of the same size for the next one; may be the same array
     */
    byte[] send(byte[] chunk);

    /** The last chunk, of which only a first part may be used. */
    void sendLast(byte[] chunk, int length);
  }

  UploadBuffer(int chunkBytes, Chunks chunks) {
    this.chunk = new byte[chunkBytes];
    this.chunks = chunks;
  }

  /** Bytes written so far. */
  long total() {
    return total;
  }

  void write(byte[] bytes, int offset, int length) {
    int from = offset;
    int end = offset + length;
    while (from < end) {
      if (size == chunk.length) {
        chunk = chunks.send(chunk);
        size = 0;
      }
      int count = Math.min(end - from, chunk.length - size);
      System.arraycopy(bytes, from, chunk, size, count);
      size += count;
      from += count;
    }
    total += length;
  }

  /** Ends the file. */
  void finish() {
    chunks.sendLast(chunk, size);
  }
}
