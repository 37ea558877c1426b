package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.model.TableSchema;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** Reads Avro records of one schema, one after the other. One owner thread. */
public final class AvroRows {
  private AvroRows() {}

  /**
   * Rows of a schema.
   *
   * @throws dev.penstock.core.error.IngestException UNSUPPORTED_TYPE with every refusal at once,
   *     INVALID_OPTION for a path that marks no string
   */
  public static AvroRows of(Schema schema, AvroOptions options) {
    throw new UnsupportedOperationException(schema + " " + options);
  }

  /** What the reader yields; one instance for the life of this object. */
  public SourceSchema schema() {
    throw new UnsupportedOperationException();
  }

  /** The columns of a table made for these rows. */
  public TableSchema tableSchema() {
    throw new UnsupportedOperationException();
  }

  /**
   * Reads this record from now on. Fields pair with the schema's by position.
   *
   * @return the one reader of this object
   * @throws dev.penstock.core.encode.RowFaultException when the record has fewer fields
   */
  public RowReader read(IndexedRecord record) {
    throw new UnsupportedOperationException(record.getSchema().getName());
  }
}
