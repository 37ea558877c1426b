package dev.penstock.cli.source;

import dev.penstock.core.error.IngestException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Some records of a CSV file, the characters of their cells one behind the other. Filled by one
 * thread, then read by another; reused. One owner thread at a time.
 */
final class CsvBatch implements ReadAhead.Batch {
  private static final int FULL_CHARACTERS = 1 << 16;
  private static final int FULL_RECORDS = 1 << 10;

  /** What one large record needed is not kept for those that follow. */
  private static final int MOST_KEPT_CHARACTERS = 1 << 20;

  private final CharacterRange view = new CharacterRange();
  private final int[] lastCells = new int[FULL_RECORDS];
  private final long[] lines = new long[FULL_RECORDS];
  private final boolean[] blanks = new boolean[FULL_RECORDS];
  private char[] characters = new char[FULL_CHARACTERS];
  private int[] ends = new int[FULL_RECORDS];
  private boolean[] quoted = new boolean[FULL_RECORDS];
  private int size;
  private int cells;
  private int records;
  private int current;
  private boolean last;
  private @Nullable IngestException failure;
  private long doneBytes;
  private long totalBytes;

  /** Forgets its records. */
  void clear() {
    if (characters.length > MOST_KEPT_CHARACTERS) {
      characters = new char[FULL_CHARACTERS];
    }
    size = 0;
    cells = 0;
    records = 0;
    current = -1;
  }

  boolean isFull() {
    return records == FULL_RECORDS || size >= FULL_CHARACTERS;
  }

  /** Adds a cell to the record that is being filled. */
  void addCell(char[] source, int offset, int length, boolean isQuoted) {
    if (cells == ends.length) {
      ends = Arrays.copyOf(ends, 2 * cells);
      quoted = Arrays.copyOf(quoted, 2 * cells);
    }
    if (size + length > characters.length) {
      characters = Arrays.copyOf(characters, Math.max(2 * characters.length, size + length));
    }
    System.arraycopy(source, offset, characters, size, length);
    size += length;
    ends[cells] = size;
    quoted[cells++] = isQuoted;
  }

  /** Ends the record that is being filled. */
  void addRecord(long line, boolean blank) {
    lastCells[records] = cells;
    lines[records] = line;
    blanks[records++] = blank;
  }

  /**
   * Ends the batch.
   *
   * @param isLast whether no other one follows
   * @param why it is the last one although the file goes on; null when it does not
   */
  void end(boolean isLast, @Nullable IngestException why, long done, long total) {
    last = isLast;
    failure = why;
    doneBytes = done;
    totalBytes = total;
  }

  /** The characters of all cells. */
  char[] characters() {
    return characters;
  }

  /** How many characters all cells have. */
  int size() {
    return size;
  }

  /** How many cells all records have. */
  int cells() {
    return cells;
  }

  /** Whether the cell that was added last was quoted. */
  boolean isLastCellQuoted() {
    return cells > 0 && quoted[cells - 1];
  }

  /** Goes to the next record; false when the batch has no other one. */
  boolean next() {
    if (current + 1 >= records) {
      return false;
    }
    current++;
    return true;
  }

  /** All are bounded alike. */
  @Override
  public int weight() {
    return 1;
  }

  @Override
  public boolean isLast() {
    return last;
  }

  boolean hasFailed() {
    return failure != null;
  }

  IngestException failure() {
    return Objects.requireNonNull(failure);
  }

  /** How much of the file was read when the batch ended. */
  long doneBytes() {
    return doneBytes;
  }

  /** How much there is of the file. */
  long totalBytes() {
    return totalBytes;
  }

  /** The line on which the record begins. */
  long line() {
    return lines[current];
  }

  /** Whether the record is a line without characters. */
  boolean isBlank() {
    return blanks[current];
  }

  /** How many cells the record has. */
  int count() {
    return lastCells[current] - firstCell();
  }

  private int firstCell() {
    return current == 0 ? 0 : lastCells[current - 1];
  }

  boolean isQuoted(int ordinal) {
    return quoted[firstCell() + ordinal];
  }

  int length(int ordinal) {
    int cell = firstCell() + ordinal;
    return ends[cell] - start(cell);
  }

  private int start(int cell) {
    return cell == 0 ? 0 : ends[cell - 1];
  }

  boolean is(int ordinal, String text) {
    return text.contentEquals(text(ordinal));
  }

  /** The characters of a cell; valid until the next call. */
  CharSequence text(int ordinal) {
    int cell = firstCell() + ordinal;
    int start = start(cell);
    return view.on(characters, start, ends[cell] - start);
  }
}
