package dev.penstock.benchmarks.load;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import java.util.List;

/** Reads every value of a source and does nothing with it. One owner thread. */
final class Reading implements RowReader.TextSink {
  private long sum;

  /** The number of rows. */
  long run(RowCursor rows) {
    List<SourceField> fields = rows.schema().fields();
    long count = 0;
    while (rows.next()) {
      RowReader row = rows.row();
      for (int i = 0; i < fields.size(); i++) {
        if (!row.isNull(i)) {
          read(row, i, fields.get(i));
        }
      }
      count++;
    }
    if (sum == 42) {
      System.out.println("the sum of all values is 42");
    }
    return count;
  }

  private void read(RowReader row, int i, SourceField field) {
    switch (field.kind()) {
      case BOOL -> sum += row.booleanAt(i) ? 1 : 0;
      case LONG, UNSIGNED_LONG, DATE, TIME, DATETIME, INSTANT -> sum += row.longAt(i);
      case DOUBLE -> sum += (long) row.doubleAt(i);
      case DECIMAL -> sum += row.decimalAt(i).scale();
      case TEXT, INTERVAL, JSON -> row.text(i, this);
      case BYTES, STRUCT, LIST ->
          throw new IllegalArgumentException(field.name() + ": " + field.kind());
    }
  }

  @Override
  public void text(String value) {
    sum += value.length();
  }

  @Override
  public void utf8(byte[] array, int offset, int length) {
    sum += length;
  }
}
