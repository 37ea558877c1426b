package dev.penstock.cli.source;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.RecordType;

/** Puts the cells of the record that is being parsed into a batch. One owner thread. */
final class CsvCells extends AbstractBaseCsvCallbackHandler<CsvCells> {
  private static final int MOST_BYTES_PER_CHARACTER = 3;

  private final int maxRowBytes;
  private CsvBatch batch;
  private int firstCell;
  private int firstCharacter;
  private long line;
  private boolean blank;
  private boolean tooLarge;

  CsvCells(int maxRowBytes, CsvBatch first) {
    this.maxRowBytes = maxRowBytes;
    this.batch = first;
  }

  /** Puts the records that follow into another batch. */
  void fill(CsvBatch newBatch) {
    batch = newBatch;
  }

  @Override
  protected void handleBegin(long startingLine) {
    line = startingLine;
    firstCell = batch.cells();
    firstCharacter = batch.size();
    blank = false;
    tooLarge = false;
  }

  @Override
  protected void handleField(int ordinal, char[] buffer, int offset, int length, boolean isQuoted) {
    if (size() > maxRowBytes - length) {
      tooLarge = true;
    } else {
      batch.addCell(buffer, offset, length, isQuoted);
    }
  }

  @Override
  protected void handleEmpty() {
    blank = true;
  }

  @Override
  protected CsvCells buildRecord() {
    if (!tooLarge && size() > maxRowBytes / MOST_BYTES_PER_CHARACTER) {
      tooLarge = utf8Bytes() > maxRowBytes;
    }
    return this;
  }

  private int size() {
    return batch.size() - firstCharacter;
  }

  private long utf8Bytes() {
    char[] characters = batch.characters();
    long bytes = 0;
    for (int i = firstCharacter; i < batch.size(); i++) {
      char c = characters[i];
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : MOST_BYTES_PER_CHARACTER;
    }
    return bytes;
  }

  /** The line on which the record begins. */
  long line() {
    return line;
  }

  /** Whether it has more bytes than allowed; its cells are not whole then. */
  boolean isTooLarge() {
    return tooLarge;
  }

  /** Whether it is the line behind the last one. */
  boolean isEnd() {
    return batch.cells() == firstCell + 1 && size() == 1 && endsOpen(false);
  }

  /** Whether its last cell goes on behind the last line. */
  boolean endsOpen() {
    return batch.cells() > firstCell && size() > 0 && endsOpen(true);
  }

  private boolean endsOpen(boolean quoted) {
    return batch.isLastCellQuoted() == quoted
        && batch.characters()[batch.size() - 1] == DecodedText.END;
  }

  /** Makes it a record of the batch. */
  void keep() {
    batch.addRecord(line, blank || getRecordType() == RecordType.EMPTY);
  }
}
