package dev.penstock.cli.source;

import dev.penstock.core.error.IngestException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The lines of a UTF-8 file as bytes; blank ones are skipped. One owner thread. */
final class LineInput implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final TextFile file;
  private final int maxRowBytes;
  private final InputStream input;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private byte[] array = new byte[1024];
  private int length;
  private long line;

  LineInput(TextFile file, int maxRowBytes, InputStream input) {
    this.file = file;
    this.maxRowBytes = maxRowBytes;
    this.input = input;
  }

  /**
   * Goes to the next line that is not blank.
   *
   * @return false when there is none
   * @throws IngestException ROW_INVALID for a line that is too long
   */
  boolean next() {
    try {
      while (readLine()) {
        if (line == 1) {
          skipByteOrderMark();
        }
        if (!isBlank()) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw file.unreadable(e);
    }
  }

  private boolean readLine() throws IOException {
    length = 0;
    if (position == limit && !fill()) {
      return false;
    }
    line++;
    while (true) {
      int end = position;
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      append(end);
      if (end < limit) {
        position = end + 1;
        return true;
      }
      position = end;
      if (!fill()) {
        return true;
      }
    }
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, input.read(buffer, 0, buffer.length));
    return limit > 0;
  }

  private void append(int end) {
    int added = end - position;
    if (length > maxRowBytes - added) {
      throw file.fault(
          line,
          "has more than "
              + maxRowBytes
              + " bytes, the limit max-row-bytes. Check that each document has a line of its own, or"
              + " raise the limit.");
    }
    if (length + added > array.length) {
      array = Arrays.copyOf(array, Math.max(2 * array.length, length + added));
    }
    System.arraycopy(buffer, position, array, length, added);
    length += added;
  }

  private void skipByteOrderMark() {
    if (length >= 3
        && array[0] == (byte) 0xEF
        && array[1] == (byte) 0xBB
        && array[2] == (byte) 0xBF) {
      length -= 3;
      System.arraycopy(array, 3, array, 0, length);
    }
    boolean utf16 =
        length >= 2
            && (array[0] == (byte) 0xFE || array[0] == (byte) 0xFF)
            && (array[1] == (byte) 0xFE || array[1] == (byte) 0xFF);
    if (utf16) {
      throw file.fault(1, "is UTF-16, and JSON lines are UTF-8. Convert the file.");
    }
  }

  private boolean isBlank() {
    for (int i = 0; i < length; i++) {
      if (array[i] != ' ' && array[i] != '\t' && array[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  /** The bytes, from the start of the array; valid until the next line. */
  byte[] array() {
    return array;
  }

  int length() {
    return length;
  }

  /** The number of the line, counted from 1. */
  long line() {
    return line;
  }

  @Override
  public void close() {
    try {
      input.close();
    } catch (IOException e) {
      throw file.unreadable(e);
    }
  }
}
