package dev.penstock.core.load;

import dev.penstock.core.encode.AvroSchema;
import dev.penstock.core.encode.RowBuffer;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.encode.RowEncoder;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowPlan;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.table.LiveTable;
import java.util.stream.Stream;

/** The rows of one source as an Avro file for one table. One owner thread. */
final class RowFile implements AutoCloseable {
  private static final int MAX_BLOCK_BYTES = ServiceLimits.AVRO_BLOCK_BYTES.intValue();

  private final Destination destination;
  private final SourceSchema schema;
  private final RowPlan plan;
  private final RowEncoder encoder = new RowEncoder(MAX_BLOCK_BYTES);
  private final RowBuffer block;
  private final int blockBytes;
  private final UploadBuffer out;
  private final AvroFile file;

  /**
   * A file with a header.
   *
   * @param name what tells the file from others
   */
  RowFile(
      SourceSchema schema, LiveTable table, JobLoadOptions options, UploadBuffer out, String name) {
    this.destination = table.destination();
    this.schema = schema;
    this.plan = plan(schema, table);
    this.blockBytes = options.blockBytes();
    this.block = new RowBuffer(2 * blockBytes);
    this.out = out;
    this.file = new AvroFile(out, options.codec(), name);
    file.writeHeader(AvroSchema.of(schema, table.schema()).json());
  }

  private static RowPlan plan(SourceSchema schema, LiveTable table) {
    RowPlan.Outcome outcome =
        RowPlan.compileForAvro(schema, table.schema(), table.defaultedColumns());
    if (outcome instanceof RowPlan.Outcome.Ready ready) {
      return ready.plan();
    }
    if (outcome instanceof RowPlan.Outcome.MissingColumns missing) {
      throw new IngestException(
          ErrorCode.SCHEMA_MISMATCH,
          "Rows for "
              + table.destination()
              + " carry columns that the table lacks: "
              + missing.columns().stream().map(RowFile::path).toList()
              + ". Add the columns, or leave the fields out.");
    }
    if (outcome instanceof RowPlan.Outcome.Refused refused) {
      throw new IngestException(
          ErrorCode.UNSUPPORTED_TYPE,
          "Rows do not fit table "
              + table.destination()
              + ": "
              + String.join(" ", refused.reasons()));
    }
    throw new AssertionError(outcome);
  }

  private static String path(RowPlan.MissingColumn missing) {
    Stream<String> parents = missing.parentPath().stream();
    return Stream.concat(parents, Stream.of(missing.field().name()))
        .reduce((left, right) -> left + "." + right)
        .orElseThrow();
  }

  /** Adds the row that the cursor stands at. */
  void add(RowCursor rows) {
    if (rows.schema() != schema) {
      throw new IllegalArgumentException(
          "schema: another one at " + rows.position() + " (expected: one for all rows of a load)");
    }
    RowFault fault = encoder.encode(plan, rows.row(), null, block);
    if (fault != null) {
      throw new IngestException(
          fault.code(),
          "Loading " + destination + " failed at " + rows.position() + ": " + fault.message());
    }
    if (block.size() > MAX_BLOCK_BYTES) {
      writeLastRowAlone();
    } else if (block.size() >= blockBytes) {
      writeBlock();
    }
  }

  /** A block has room for a row of its size only if no other one is in it. */
  private void writeLastRowAlone() {
    int others = block.rowCount() - 1;
    RowBuffer last = new RowBuffer(block.size() - block.startOf(others));
    last.copyRows(block, others, block.rowCount());
    block.truncate(others);
    writeBlock();
    file.writeBlock(last);
  }

  private void writeBlock() {
    file.writeBlock(block);
    block.clear();
  }

  /** Ends the file. */
  void finish() {
    if (block.rowCount() > 0) {
      writeBlock();
    }
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
