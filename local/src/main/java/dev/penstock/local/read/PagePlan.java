package dev.penstock.local.read;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * How large rows are, by runs of {@value #RUN} rows, so that a page holds a bounded number of bytes
 * before one of its rows was looked at. Immutable.
 */
final class PagePlan {
  static final int RUN = 1024;
  static final int FETCH = 16;

  private final List<Run> runs;
  private final long bytes;

  /** The bytes of a run and of its largest row. */
  record Run(long bytes, long largest) {}

  PagePlan(List<Run> runs) {
    this.runs = List.copyOf(runs);
    this.bytes = runs.stream().mapToLong(Run::bytes).sum();
  }

  /** Reads the runs from a result with their bytes and their largest row, in order. */
  static PagePlan read(ResultSet result) throws SQLException {
    List<Run> runs = new ArrayList<>();
    while (result.next()) {
      runs.add(new Run(result.getLong(1), result.getLong(2)));
    }
    return new PagePlan(runs);
  }

  /** The bytes of all rows. */
  long bytes() {
    return bytes;
  }

  /**
   * How many rows from a row on to fetch for a page: about as many as fit, at least one, and never
   * more than {@value #FETCH} times the bytes of a page unless one row alone is larger.
   */
  int rows(long from, int maxRows, long maxBytes) {
    int index = Math.toIntExact(from / RUN);
    Run first = runs.get(index);
    long rows = RUN - from % RUN;
    if (first.bytes() > maxBytes) {
      long average = Math.max(1, first.bytes() / RUN);
      rows = Math.min(rows, 2 * maxBytes / average + 1);
      if (first.bytes() > FETCH * maxBytes) {
        rows = Math.min(rows, Math.max(1, FETCH * maxBytes / first.largest()));
      }
      return (int) Math.min(rows, maxRows);
    }
    long sum = first.bytes();
    for (int next = index + 1; next < runs.size() && rows < maxRows; next++) {
      sum += runs.get(next).bytes();
      if (sum > maxBytes) {
        break;
      }
      rows += RUN;
    }
    return (int) Math.min(rows, maxRows);
  }
}
