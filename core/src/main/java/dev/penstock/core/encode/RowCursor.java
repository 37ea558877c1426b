package dev.penstock.core.encode;

/**
 * The rows of a source, one after another, all of one schema. Memory does not grow with the number
 * of rows. One owner thread.
 */
public interface RowCursor extends AutoCloseable {
  /** What every row's reader yields. */
  SourceSchema schema();

  /**
   * Goes to the next row.
   *
   * @return false when there is none
   * @throws dev.penstock.core.error.IngestException when the source cannot be read on
   */
  boolean next();

  /** Reads the row; valid until the next call of {@link #next}. */
  RowReader row();

  /** Where the row stands in its source, for messages: {@code line 17}. */
  String position();

  /** Lets go of the source. */
  @Override
  void close();
}
