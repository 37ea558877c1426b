package dev.penstock.core.reader;

import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;

/**
 * The binary form of an array: the number of dimensions, whether elements are NULL, the type of the
 * elements, the length and first index of each dimension, then the elements. One owner thread.
 */
final class PostgresArrays {
  private static final int HEADER_BYTES = 12;
  private static final int DIMENSION_BYTES = 8;

  private final String path;
  private final PostgresReader elements;

  PostgresArrays(PostgresColumn column) {
    this.path = column.path();
    this.elements =
        PostgresReader.ofElements(
            new PostgresColumn(column.field().children().get(0), column.form()));
  }

  RowReader on(byte[] array, int offset, int length) {
    if (length < HEADER_BYTES) {
      throw fault("is no array", "Cast it to text in a query");
    }
    int dimensions = BigEndian.int32(array, offset);
    if (dimensions > 1) {
      throw fault(
          "is an array of " + dimensions + " dimensions, and BigQuery has no array of arrays",
          "Cast it to text or unnest it in a query");
    }
    // An empty array has no dimension.
    int size = dimensions == 0 ? 0 : BigEndian.int32(array, offset + HEADER_BYTES);
    if (size < 0 || size > length / Integer.BYTES) {
      throw fault("is no array", "Cast it to text in a query");
    }
    elements.resize(size);
    int first = offset + HEADER_BYTES + dimensions * DIMENSION_BYTES;
    if (elements.on(array, first, offset + length) == PostgresRows.INCOMPLETE) {
      throw fault("is no array", "Cast it to text in a query");
    }
    return elements;
  }

  private RowFaultException fault(String problem, String cure) {
    return new RowFaultException(path, "Column '" + path + "' " + problem + ". " + cure + ".");
  }
}
