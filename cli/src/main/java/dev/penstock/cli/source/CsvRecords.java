package dev.penstock.cli.source;

import dev.penstock.core.error.IngestException;
import dev.penstock.core.reader.TextRows;
import org.jspecify.annotations.Nullable;

/**
 * The records of a CSV file, one after another, without an object for each cell. One owner thread.
 */
final class CsvRecords implements TextRows.Cells, AutoCloseable {
  private final TextFile file;
  private final CsvOptions options;
  private final Wanted.Progress progress;
  private final CsvReadAhead batches;
  private CsvBatch cells;

  /** How many cells a record has; 0 until the first one tells. */
  private int width;

  private long line;
  private long told;

  private CsvRecords(
      TextFile file, CsvOptions options, Wanted.Progress progress, CountedInput.Bytes bytes) {
    this.file = file;
    this.options = options;
    this.progress = progress;
    this.batches = new CsvReadAhead(file, options, bytes);
    this.cells = take(null);
  }

  /** Opens a file before its first record. */
  static CsvRecords open(
      TextFile file, CsvOptions options, Wanted.Progress progress, CountedInput.Bytes bytes) {
    return new CsvRecords(file, options, progress, bytes);
  }

  private CsvBatch take(@Nullable CsvBatch before) {
    CsvBatch batch = batches.next(before);
    if (batch.doneBytes() > told) {
      told = batch.doneBytes();
      progress.read(told, batch.totalBytes());
    }
    return batch;
  }

  /** Checks the records that follow against a number of cells. */
  void setWidth(int newWidth) {
    width = newWidth;
  }

  /**
   * Goes to the next record.
   *
   * @return false when there is none
   * @throws IngestException ROW_INVALID with the line
   */
  boolean next() {
    while (read()) {
      if (!cells.isBlank()) {
        checkWidth();
        return true;
      }
      switch (options.blankLines()) {
        case SKIP -> {}
        case NULL -> {
          return true;
        }
        case REFUSE ->
            throw fault("is blank. Take it out, or read the file with blank-lines=skip or null.");
      }
    }
    return false;
  }

  private boolean read() {
    while (!cells.next()) {
      if (cells.hasFailed()) {
        throw cells.failure();
      }
      if (cells.isLast()) {
        return false;
      }
      cells = take(cells);
    }
    line = cells.line();
    return true;
  }

  private void checkWidth() {
    int found = cells.count();
    if (width == 0 || found == width) {
      return;
    }
    boolean allowed =
        found < width
            ? options.shortRows() == CsvOptions.ShortRows.NULL
            : options.longRows() == CsvOptions.LongRows.CUT;
    if (!allowed) {
      throw fault(
          "has "
              + counted(found, "cell")
              + " for "
              + counted(width, "column")
              + ". Correct it, or read the file as 'csv://PATH?"
              + (found < width ? "short-rows=null'" : "long-rows=cut'")
              + (width == 1 ? ", or with its delimiter, as 'csv://PATH?delimiter=;'." : "."));
    }
  }

  private static String counted(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** A fault of the record that was read last. */
  private IngestException fault(String problem) {
    return file.fault(line, problem);
  }

  /** The line on which the record begins, counted from 1. */
  long line() {
    return line;
  }

  /** How many cells the record has. */
  int count() {
    return cells.count();
  }

  @Override
  public boolean isNull(int ordinal) {
    if (ordinal >= cells.count() || cells.isBlank()) {
      return true;
    }
    boolean quoted = cells.isQuoted(ordinal);
    if (cells.length(ordinal) == 0) {
      return (quoted ? options.quotedEmpty() : options.empty()) == CsvOptions.Empty.NULL;
    }
    String marker = options.nullMarker();
    return marker != null && !quoted && cells.is(ordinal, marker);
  }

  @Override
  public CharSequence text(int ordinal) {
    return cells.text(ordinal);
  }

  @Override
  public void close() {
    batches.close();
  }
}
