package dev.penstock.local.load;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import java.util.ArrayList;
import java.util.List;

/**
 * The cells of one row.
 *
 * @param line the number of its first line, counted from 1
 * @param quoted whether each cell was enclosed in quotes
 */
record CsvRecord(long line, List<String> cells, List<Boolean> quoted) {

  /** Collects the cells as the parser finds them. One owner thread. */
  static final class Collector extends AbstractBaseCsvCallbackHandler<CsvRecord> {
    private List<String> cells = new ArrayList<>();
    private List<Boolean> quoted = new ArrayList<>();

    @Override
    protected void handleBegin(long startingLineNumber) {
      cells = new ArrayList<>(cells.size());
      quoted = new ArrayList<>(cells.size());
    }

    @Override
    protected void handleField(int index, char[] buffer, int offset, int length, boolean isQuoted) {
      cells.add(new String(buffer, offset, length));
      quoted.add(isQuoted);
    }

    @Override
    protected CsvRecord buildRecord() {
      return new CsvRecord(getStartingLineNumber(), cells, quoted);
    }
  }
}
