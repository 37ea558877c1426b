package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.util.List;

/**
 * Reads the rows of {@code COPY … TO STDOUT (FORMAT binary)}, one after the other, from the bytes
 * as they came. One owner thread.
 */
public final class PostgresRows {
  /** What {@link #read} yields when the row goes on behind the limit. */
  public static final int INCOMPLETE = -1;

  /** What {@link #read} yields at the end of the rows. */
  public static final int END = -2;

  private static final int END_MARK = -1;

  private final List<PostgresColumn> columns;
  private final SourceSchema schema;
  private final PostgresReader reader;

  private PostgresRows(List<PostgresColumn> columns, SourceSchema schema) {
    this.columns = columns;
    this.schema = schema;
    this.reader = PostgresReader.ofColumns(columns);
  }

  /** Rows of these columns, in this order. */
  public static PostgresRows of(List<PostgresColumn> columns) {
    return new PostgresRows(
        List.copyOf(columns),
        new SourceSchema(columns.stream().map(PostgresColumn::field).toList()));
  }

  /** Rows of the same schema, to be read beside these. */
  public PostgresRows again() {
    return new PostgresRows(columns, schema);
  }

  /** What the reader yields; one instance for all readings. */
  public SourceSchema schema() {
    return schema;
  }

  /** The one reader of this object, on the row that was read last. */
  public RowReader row() {
    return reader;
  }

  /**
   * Goes to the row that begins at an offset. The array must not change while the row is read.
   *
   * @return the offset behind the row, {@link #INCOMPLETE} or {@link #END}
   * @throws IngestException INTERNAL when there is no such row
   */
  public int read(byte[] array, int offset, int limit) {
    if (limit - offset < Short.BYTES) {
      return INCOMPLETE;
    }
    int count = BigEndian.int16(array, offset);
    if (count == END_MARK) {
      return END;
    }
    if (count != columns.size()) {
      throw new IngestException(
          ErrorCode.INTERNAL,
          "PostgreSQL sent a row of "
              + count
              + " columns where "
              + columns.size()
              + " were asked for. Run the command again, and report it if it stays.");
    }
    return reader.on(array, offset + Short.BYTES, limit);
  }
}
