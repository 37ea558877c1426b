package dev.penstock.cli.source;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.reader.JsonRows;
import org.jspecify.annotations.Nullable;

/** The rows of a file of JSON lines. One owner thread. */
final class JsonLinesCursor implements RowCursor {
  private final SourceSchema schema;
  private final JsonRows rows;
  private final TextFile file;
  private final LineInput lines;
  private @Nullable RowReader row;

  /**
   * Opens the file before its first row.
   *
   * @param schema of the table, which the rows are of
   */
  JsonLinesCursor(SourceSchema schema, JsonRows rows, TextFile file, int maxRowBytes) {
    this.schema = schema;
    this.rows = rows;
    this.file = file;
    this.lines = new LineInput(file, maxRowBytes, file.open());
  }

  @Override
  public SourceSchema schema() {
    return schema;
  }

  @Override
  public boolean next() {
    if (!lines.next()) {
      return false;
    }
    try {
      row = rows.read(lines.array(), lines.length());
    } catch (RowFaultException e) {
      throw file.fault(lines.line(), e.fault().message());
    }
    return true;
  }

  @Override
  public RowReader row() {
    if (row == null) {
      throw new IllegalStateException("row: none (expected: after next)");
    }
    return row;
  }

  long line() {
    return lines.line();
  }

  @Override
  public String position() {
    return "line " + lines.line();
  }

  @Override
  public void close() {
    lines.close();
  }
}
