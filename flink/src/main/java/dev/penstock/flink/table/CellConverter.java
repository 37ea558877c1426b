package dev.penstock.flink.table;

import dev.penstock.core.encode.RowReader;
import java.io.IOException;

/** Makes a value of Flink's of one field of rows that were read. One owner thread. */
@FunctionalInterface
interface CellConverter {
  /**
   * Converts a value that is not null.
   *
   * @throws IOException when the declared type cannot hold it
   */
  Object convert(RowReader row, int ordinal) throws IOException;
}
