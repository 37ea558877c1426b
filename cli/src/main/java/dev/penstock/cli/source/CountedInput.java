package dev.penstock.cli.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Tells which bytes went through, and how many, megabyte by megabyte, and ends when its thread is
 * interrupted. One owner thread.
 */
final class CountedInput extends FilterInputStream {
  private static final long STEP_BYTES = 1 << 20;

  /** Sees the bytes of a file as they are read. */
  interface Bytes {
    /** Sees nothing. */
    Bytes UNSEEN = (array, offset, count) -> {};

    /** Sees the next ones. */
    void read(byte[] array, int offset, int count);
  }

  private final long totalBytes;
  private final Wanted.Progress progress;
  private final Bytes bytes;
  private long doneBytes;
  private long told;

  CountedInput(InputStream in, long totalBytes, Wanted.Progress progress, Bytes bytes) {
    super(in);
    this.totalBytes = totalBytes;
    this.progress = progress;
    this.bytes = bytes;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] array, int offset, int length) throws IOException {
    int count = super.read(array, offset, length);
    if (count > 0) {
      bytes.read(array, offset, count);
      count(count);
    }
    return count;
  }

  private void count(int bytes) {
    doneBytes += bytes;
    if (doneBytes - told >= STEP_BYTES) {
      told = doneBytes;
      if (Thread.currentThread().isInterrupted()) {
        throw new IngestException(
            ErrorCode.INTERRUPTED,
            "Reading the source was interrupted after "
                + doneBytes
                + " bytes. Run the command again when it suits.");
      }
      progress.read(doneBytes, totalBytes);
    }
  }
}
