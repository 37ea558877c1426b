package dev.penstock.cli.source;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.reader.TextRows;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.Objects;

/**
 * The records of a CSV file, one after another, without an object for each cell. One owner thread.
 */
final class CsvRecords implements TextRows.Cells, AutoCloseable {
  private static final int LEAST_BUFFER_CHARACTERS = 1 << 16;

  private final TextFile file;
  private final CsvOptions options;
  private final CsvReader<CsvCells> reader;
  private final CloseableIterator<CsvCells> records;
  private CsvCells cells;

  /** How many cells a record has; 0 until the first one tells. */
  private int width;

  private CsvRecords(
      TextFile file, CsvOptions options, CsvReader<CsvCells> reader, CsvCells cells) {
    this.file = file;
    this.options = options;
    this.reader = reader;
    this.records = reader.iterator();
    this.cells = cells;
  }

  /** Opens a file before its first record. */
  static CsvRecords open(TextFile file, CsvOptions options, Wanted.Progress progress) {
    CsvCells cells = new CsvCells(options.maxRowBytes());
    InputStream bytes = file.open(progress);
    try {
      CsvReader<CsvCells> reader =
          CsvReader.builder()
              .fieldSeparator(options.delimiter())
              .quoteCharacter(options.quote())
              .skipEmptyLines(false)
              .allowExtraFields(true)
              .allowMissingFields(true)
              .maxBufferSize(Math.max(LEAST_BUFFER_CHARACTERS, options.maxRowBytes()))
              .build(cells, DecodedText.of(bytes, options.charset()));
      return new CsvRecords(file, options, reader, cells);
    } catch (IOException e) {
      IngestException failure = file.unreadable(e);
      try {
        bytes.close();
      } catch (IOException second) {
        failure.addSuppressed(second);
      }
      throw failure;
    }
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
    try {
      if (!records.hasNext()) {
        return false;
      }
      cells = records.next();
    } catch (CsvParseException e) {
      throw unparsable(e);
    } catch (UncheckedIOException e) {
      throw unreadable(Objects.requireNonNull(e.getCause()));
    }
    if (cells.isTooLarge()) {
      throw fault(
          "has more than "
              + options.maxRowBytes()
              + " bytes, the limit max-row-bytes. Check its quotes, or raise the limit.");
    }
    if (cells.isEnd()) {
      return false;
    }
    if (cells.endsOpen()) {
      throw fault(
          "has a quoted cell that is never closed. Close it, or read the file with quote=none.");
    }
    return true;
  }

  /** What went wrong stands in texts only, and they hold characters of the file. */
  private IngestException unparsable(CsvParseException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException io) {
        return unreadable(io);
      }
    }
    return fault(
        "has characters behind a closing quote, or a cell of more than "
            + options.maxRowBytes()
            + " bytes, the limit max-row-bytes. Double the quotes inside of cells, read the file"
            + " with quote=none, or raise the limit.");
  }

  private IngestException unreadable(IOException cause) {
    if (cause instanceof CharacterCodingException) {
      return fault(
          "or one soon behind it has bytes that are no text in this encoding. Name the right one"
              + " with encoding=.");
    }
    return file.unreadable(cause);
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
    return file.fault(cells.line(), problem);
  }

  /** The line on which the record begins, counted from 1. */
  long line() {
    return cells.line();
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
    try {
      reader.close();
    } catch (IOException e) {
      throw file.unreadable(e);
    }
  }
}
