package dev.penstock.local.load;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.decode.RowFaultException;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The rows of a CSV file. One owner thread. */
final class CsvRows implements FileRows {
  /** LD-044. */
  private static final int MAX_CELL_CHARS = 100_000_000;

  /** A character that no text holds. */
  private static final char NO_QUOTE = '\uFFFF';

  private final CloseableIterator<CsvRecord> records;
  private final CsvCells cells;
  private long toSkip;

  CsvRows(Reader in, CsvFormat format, CsvCells cells) {
    this.records = records(in, format);
    this.cells = cells;
    this.toSkip = format.skipRows();
  }

  /** All rows as the parser finds them. */
  static CloseableIterator<CsvRecord> records(Reader in, CsvFormat format) {
    return CsvReader.builder()
        .fieldSeparator(format.delimiter())
        .quoteCharacter(format.quote().isEmpty() ? NO_QUOTE : format.quote().charAt(0))
        .allowExtraFields(true)
        .allowMissingFields(true)
        .allowExtraCharsAfterClosingQuote(false)
        .detectBomHeader(true)
        .maxBufferSize(MAX_CELL_CHARS)
        .build(new CsvRecord.Collector(), in)
        .iterator();
  }

  @Override
  public boolean has(int column) {
    return true;
  }

  @Override
  public @Nullable Object @Nullable [] next() throws IOException, RowFaultException {
    try {
      while (records.hasNext()) {
        CsvRecord record = records.next();
        if (toSkip == 0) {
          return cells.row(record);
        }
        toSkip--;
      }
      return null;
    } catch (CsvParseException e) {
      throw ServiceException.invalid(
          "Error while reading data, error message: the CSV file cannot be read on: "
              + e.getMessage());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
