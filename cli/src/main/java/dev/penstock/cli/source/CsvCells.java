package dev.penstock.cli.source;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.RecordType;
import java.util.Arrays;

/**
 * The cells of the record that was parsed last, their characters one behind the other. Reused from
 * record to record. One owner thread.
 */
final class CsvCells extends AbstractBaseCsvCallbackHandler<CsvCells> {
  private static final int MOST_BYTES_PER_CHARACTER = 3;

  private final int maxRowBytes;
  private final CharacterRange view = new CharacterRange();
  private char[] characters = new char[1024];
  private int[] ends = new int[64];
  private boolean[] quoted = new boolean[64];
  private int count;
  private int size;
  private long line;
  private boolean blank;
  private boolean tooLarge;

  CsvCells(int maxRowBytes) {
    this.maxRowBytes = maxRowBytes;
  }

  @Override
  protected void handleBegin(long startingLine) {
    line = startingLine;
    count = 0;
    size = 0;
    blank = false;
    tooLarge = false;
  }

  @Override
  protected void handleField(int ordinal, char[] buffer, int offset, int length, boolean isQuoted) {
    if (size > maxRowBytes - length) {
      tooLarge = true;
      return;
    }
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
      quoted = Arrays.copyOf(quoted, 2 * count);
    }
    if (size + length > characters.length) {
      characters = Arrays.copyOf(characters, Math.max(2 * characters.length, size + length));
    }
    System.arraycopy(buffer, offset, characters, size, length);
    size += length;
    ends[count] = size;
    quoted[count++] = isQuoted;
  }

  @Override
  protected void handleEmpty() {
    blank = true;
  }

  @Override
  protected CsvCells buildRecord() {
    if (!tooLarge && size > maxRowBytes / MOST_BYTES_PER_CHARACTER) {
      tooLarge = utf8Bytes() > maxRowBytes;
    }
    return this;
  }

  private long utf8Bytes() {
    long bytes = 0;
    for (int i = 0; i < size; i++) {
      char c = characters[i];
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : MOST_BYTES_PER_CHARACTER;
    }
    return bytes;
  }

  long line() {
    return line;
  }

  int count() {
    return count;
  }

  /** Whether the record is a line without characters. */
  boolean isBlank() {
    return blank || getRecordType() == RecordType.EMPTY;
  }

  /** Whether it has more bytes than allowed; its cells are not whole then. */
  boolean isTooLarge() {
    return tooLarge;
  }

  /** Whether it is the line behind the last one. */
  boolean isEnd() {
    return count == 1 && size == 1 && !quoted[0] && characters[0] == DecodedText.END;
  }

  /** Whether its last cell goes on behind the last line. */
  boolean endsOpen() {
    return count > 0 && quoted[count - 1] && size > 0 && characters[size - 1] == DecodedText.END;
  }

  boolean isQuoted(int ordinal) {
    return quoted[ordinal];
  }

  int length(int ordinal) {
    return ends[ordinal] - start(ordinal);
  }

  private int start(int ordinal) {
    return ordinal == 0 ? 0 : ends[ordinal - 1];
  }

  boolean is(int ordinal, String text) {
    return Arrays.equals(
        characters, start(ordinal), ends[ordinal], text.toCharArray(), 0, text.length());
  }

  /** The characters of a cell; valid until the next call. */
  CharSequence text(int ordinal) {
    return view.on(characters, start(ordinal), length(ordinal));
  }
}
