package dev.penstock.core.load;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import java.util.List;

/** Rows of a list; row 1 stands at {@code line 2}, behind a header. One owner thread. */
public final class ListCursor implements RowCursor {
  private final SourceSchema schema;
  private final List<? extends RowReader> rows;
  private int row = -1;

  /** Before the first of these rows. */
  public ListCursor(SourceSchema schema, List<? extends RowReader> rows) {
    this.schema = schema;
    this.rows = rows;
  }

  /** Appends all rows. */
  public static void appendAll(
      TableLoad load, SourceSchema schema, List<? extends RowReader> rows) {
    try (ListCursor cursor = new ListCursor(schema, rows)) {
      while (cursor.next()) {
        load.append(cursor);
      }
    }
  }

  @Override
  public SourceSchema schema() {
    return schema;
  }

  @Override
  public boolean next() {
    row++;
    return row < rows.size();
  }

  @Override
  public RowReader row() {
    return rows.get(row);
  }

  @Override
  public String position() {
    return "line " + (row + 2);
  }

  @Override
  public void close() {}
}
