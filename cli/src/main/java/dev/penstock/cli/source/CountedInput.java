package dev.penstock.cli.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Tells how many bytes went through, megabyte by megabyte, and ends when its thread is interrupted.
 * One owner thread.
 */
final class CountedInput extends FilterInputStream {
  private static final long STEP_BYTES = 1 << 20;

  private final long totalBytes;
  private final Wanted.Progress progress;
  private long doneBytes;
  private long told;

  CountedInput(InputStream in, long totalBytes, Wanted.Progress progress) {
    super(in);
    this.totalBytes = totalBytes;
    this.progress = progress;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    count(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] array, int offset, int length) throws IOException {
    int count = super.read(array, offset, length);
    count(Math.max(0, count));
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
