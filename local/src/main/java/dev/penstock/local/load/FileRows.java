package dev.penstock.local.load;

import dev.penstock.local.decode.RowFaultException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The rows of a file in their order. One owner thread; any may ask what the file has. */
public interface FileRows extends AutoCloseable {
  /** Whether the file has a column at all; those it lacks are null in every row. */
  boolean has(int column);

  /**
   * The values of the next row, one for each column, in the forms of a query result; null at the
   * end.
   *
   * @throws RowFaultException if the row cannot be stored; the next call goes on behind it
   * @throws IOException if the file cannot be read on
   */
  @Nullable Object @Nullable [] next() throws IOException, RowFaultException;

  @Override
  void close() throws IOException;
}
