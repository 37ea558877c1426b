package dev.penstock.core.load.file;

import java.util.Arrays;

/**
 * Cuts the bytes of a file into chunks of one size and sends each when it is full and more bytes
 * come, so that the last one is never empty. One owner thread, which waits where a chunk must be
 * sent first.
 */
public final class UploadBuffer {
  private static final int FIRST_BYTES = 16 << 10;

  private final FileChunks chunks;
  private final int chunkBytes;
  private byte[] chunk;
  private int size;
  private long total;

  /**
   * A buffer without bytes, which grows up to the size of a chunk.
   *
   * @param chunkBytes of every chunk but the last
   */
  public UploadBuffer(int chunkBytes, FileChunks chunks) {
    this.chunkBytes = chunkBytes;
    this.chunk = new byte[Math.min(chunkBytes, FIRST_BYTES)];
    this.chunks = chunks;
  }

  /** Bytes written so far. */
  public long total() {
    return total;
  }

  /** Adds bytes; sends a chunk where one is full. */
  public void write(byte[] bytes, int offset, int length) {
    int from = offset;
    int end = offset + length;
    while (from < end) {
      if (size == chunk.length) {
        makeRoom();
      }
      int count = Math.min(end - from, chunk.length - size);
      System.arraycopy(bytes, from, chunk, size, count);
      size += count;
      from += count;
    }
    total += length;
  }

  private void makeRoom() {
    if (size < chunkBytes) {
      chunk = Arrays.copyOf(chunk, (int) Math.min(chunkBytes, 2L * size));
    } else {
      chunk = chunks.send(chunk);
      size = 0;
    }
  }

  /** Ends the file. */
  public void finish() {
    chunks.sendLast(chunk, size);
  }
}
