package dev.penstock.core.load;

/**
 * Cuts the bytes of a file into chunks of one size and sends each when it is full and more bytes
 * come, so that the last one is never empty. One owner thread, which waits while a chunk is sent.
 */
final class UploadBuffer {
  private final Chunks chunks;
  private final byte[] chunk;
  private int size;
  private long total;

  /** Takes the chunks of a file in their order. */
  interface Chunks {
    /** A chunk that others follow. The array is free for reuse afterwards. */
    void send(byte[] chunk);

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
        chunks.send(chunk);
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
