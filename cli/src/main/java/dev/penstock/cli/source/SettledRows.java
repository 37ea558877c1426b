package dev.penstock.cli.source;

import dev.penstock.core.model.TableSchema;
import dev.penstock.core.reader.TextRows;
import java.util.List;

/** Checks the settled cells of each row. One owner thread. */
final class SettledRows {
  private final TextRows rows;
  private final SettledCheck check;

  /**
   * A check.
   *
   * @param ordinals for each settled column the number of its cell
   */
  SettledRows(TableSchema settled, List<Integer> ordinals, CsvRecords records, CsvOptions options) {
    int[] cells = ordinals.stream().mapToInt(Integer::intValue).toArray();
    this.rows =
        TextRows.of(
            settled,
            new TextRows.Cells() {
              @Override
              public boolean isNull(int ordinal) {
                return records.isNull(cells[ordinal]);
              }

              @Override
              public CharSequence text(int ordinal) {
                return records.text(cells[ordinal]);
              }
            });
    this.check = new SettledCheck(settled, rows.schema(), Integer.MAX_VALUE);
  }

  void check(TextFile file, long line) {
    check.check(rows, file, line);
  }
}
