package dev.penstock.core.write;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.load.LoadResult;
import dev.penstock.core.load.TableLoad;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.Time;

/**
 * A load by one pending stream: rows are sent as they come, and become readable by one commit.
 * Streams without a commit age out. One owner thread.
 */
public final class PendingLoad implements TableLoad {
  private PendingLoad() {}

  /**
   * Prepares a load into a table that exists.
   *
   * @param options {@code change} and {@code multiplexing} must be false
   * @throws dev.penstock.core.error.IngestException INVALID_OPTION when the options are for other
   *     streams; TABLE_NOT_FOUND when the table does not exist
   */
  public static PendingLoad open(
      BigQueryConnection connection, Destination destination, WriterOptions options, Time time) {
    throw new UnsupportedOperationException("being built");
  }

  @Override
  public void append(SourceSchema schema, RowReader row, String position) {
    throw new UnsupportedOperationException("being built");
  }

  @Override
  public LoadResult finish() {
    throw new UnsupportedOperationException("being built");
  }

  @Override
  public void close() {}
}
