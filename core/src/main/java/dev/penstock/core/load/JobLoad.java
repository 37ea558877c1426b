package dev.penstock.core.load;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.Time;

/**
 * A load by one load job whose rows are uploaded as they come: the job starts when the upload ends,
 * so a process that dies before leaves nothing behind. One owner thread.
 */
public final class JobLoad implements TableLoad {
  private JobLoad() {}

  /**
   * Prepares a load into a table that exists.
   *
   * @throws dev.penstock.core.error.IngestException TABLE_NOT_FOUND when it does not exist
   */
  public static JobLoad open(
      BigQueryConnection connection,
      Destination destination,
      LoadJob job,
      JobLoadOptions options,
      Time time) {
    throw new UnsupportedOperationException("being built");
  }

  @Override
  public void append(RowCursor rows) {
    throw new UnsupportedOperationException("being built");
  }

  @Override
  public LoadResult finish() {
    throw new UnsupportedOperationException("being built");
  }

  @Override
  public void close() {}
}
