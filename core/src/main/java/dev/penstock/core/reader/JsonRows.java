package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.model.TableSchema;

/** Reads JSON documents as rows of one table schema, one after the other. One owner thread. */
public final class JsonRows {
  private JsonRows() {}

  /**
   * Rows of a schema.
   *
   * @throws dev.penstock.core.error.IngestException UNSUPPORTED_TYPE for RANGE columns
   */
  public static JsonRows of(TableSchema schema, JsonOptions options) {
    throw new UnsupportedOperationException(schema + " " + options);
  }

  /** What the reader yields; one instance for the life of this object. */
  public SourceSchema schema() {
    throw new UnsupportedOperationException();
  }

  /** The schema as it was given. */
  public TableSchema tableSchema() {
    throw new UnsupportedOperationException();
  }

  /**
   * Reads this document from now on.
   *
   * @return the one reader of this object
   * @throws dev.penstock.core.encode.RowFaultException when the text is not one JSON object, or has
   *     fields that the schema lacks, or a field twice
   */
  public RowReader read(String document) {
    throw new UnsupportedOperationException(document);
  }

  /**
   * Reads this document from now on.
   *
   * @param utf8 kept until the next document
   * @see #read(String)
   */
  public RowReader read(byte[] utf8) {
    throw new UnsupportedOperationException(String.valueOf(utf8.length));
  }
}
