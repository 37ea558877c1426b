package dev.penstock.local.load;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Set;

/**
 * CSV files, plain or compressed by gzip (RT-102, LD-041 to LD-044). Immutable.
 *
 * @param delimiter what separates cells
 * @param quote what encloses cells; empty for nothing
 * @param skipRows how many rows at the beginning are no data
 * @param quotedNewlines whether a cell may hold a line end
 * @param jaggedRows whether cells may be missing at the end of a row
 * @param nulls the texts that mean NULL; empty for the cell without any text alone
 * @param preserveControl whether a cell may hold the character 0
 * @param ignoreUnknown whether a row may have more cells than there are columns
 */
public record CsvFormat(
    String delimiter,
    String quote,
    long skipRows,
    boolean quotedNewlines,
    boolean jaggedRows,
    Set<String> nulls,
    Charset encoding,
    boolean preserveControl,
    boolean ignoreUnknown)
    implements FileFormat {
  /** Copies the texts. */
  public CsvFormat {
    nulls = Set.copyOf(nulls);
  }

  @Override
  public SourceFile open(Path file) throws IOException {
    return new TextFile(columns -> new CsvRows(reader(file), this, new CsvCells(this, columns)));
  }

  Reader reader(Path file) throws IOException {
    return new InputStreamReader(TextFile.open(file), encoding);
  }

  /** The same with another number of rows that are no data. */
  CsvFormat skipping(long rows) {
    return new CsvFormat(
        delimiter,
        quote,
        rows,
        quotedNewlines,
        jaggedRows,
        nulls,
        encoding,
        preserveControl,
        ignoreUnknown);
  }

  @Override
  public String name() {
    return "CSV";
  }

  @Override
  public long maxRowBytes() {
    return 100_000_000;
  }

  @Override
  public boolean toleratesBadRows() {
    return true;
  }
}
