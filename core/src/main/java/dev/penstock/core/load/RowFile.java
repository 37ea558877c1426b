package dev.penstock.core.load;

import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.load.file.AvroRowFile;
import dev.penstock.core.load.file.StagedTable;
import dev.penstock.core.load.file.UploadBuffer;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.LiveTable;

/** The rows of one source as an Avro file for one table. One owner thread. */
final class RowFile implements AutoCloseable {
  private final Destination destination;
  private final SourceSchema schema;
  private final UploadBuffer out;
  private final AvroRowFile file;

  /**
   * A file with a header.
   *
   * @param name what tells the file from others
   */
  RowFile(
      SourceSchema schema, LiveTable table, JobLoadOptions options, UploadBuffer out, String name) {
    this.destination = table.destination();
    this.schema = schema;
    this.out = out;
    this.file =
        AvroRowFile.begin(
            new StagedTable(destination, schema, table.schema(), table.defaultedColumns()),
            options.codec(),
            options.blockBytes(),
            out,
            name);
  }

  /** Adds the row that the cursor stands at. */
  void add(RowCursor rows) {
    if (rows.schema() != schema) {
      throw new IllegalArgumentException(
          "schema: another one at " + rows.position() + " (expected: one for all rows of a load)");
    }
    RowFault fault = file.add(rows.row());
    if (fault != null) {
      throw new IngestException(
          fault.code(),
          "Loading " + destination + " failed at " + rows.position() + ": " + fault.message());
    }
  }

  /** Ends the file. */
  void finish() {
    file.endBlock();
    out.finish();
  }

  /** Bytes of the file so far. */
  long bytes() {
    return out.total();
  }

  @Override
  public void close() {
    file.close();
  }
}
