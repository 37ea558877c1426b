package dev.penstock.cli.source;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.IngestException;

/**
 * The rows of a file that was read before: they end well only if the file is as it was then. One
 * owner thread.
 */
final class UnchangedRows implements RowCursor {
  private final FileState before;
  private final RowCursor rows;

  UnchangedRows(FileState before, RowCursor rows) {
    this.before = before;
    this.rows = rows;
  }

  @Override
  public SourceSchema schema() {
    return rows.schema();
  }

  @Override
  public boolean next() {
    boolean has;
    try {
      has = rows.next();
    } catch (IngestException e) {
      // What does not fit any more may be of another file.
      before.requireUnchanged();
      throw e;
    }
    if (!has) {
      before.requireUnchanged();
    }
    return has;
  }

  @Override
  public RowReader row() {
    return rows.row();
  }

  @Override
  public String position() {
    return rows.position();
  }

  @Override
  public void close() {
    rows.close();
  }
}
