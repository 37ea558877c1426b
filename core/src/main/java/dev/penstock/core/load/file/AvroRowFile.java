package dev.penstock.core.load.file;

import dev.penstock.core.encode.RowBuffer;
import dev.penstock.core.encode.RowEncoder;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowPlan;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.ServiceLimits;
import org.jspecify.annotations.Nullable;

/** Rows as blocks of an Avro file. One owner thread. */
public final class AvroRowFile implements AutoCloseable {
  private static final int MAX_BLOCK_BYTES = ServiceLimits.AVRO_BLOCK_BYTES.intValue();
  private static final int FIRST_BYTES = 8 << 10;

  private final AvroFile file;
  private final RowPlan plan;
  private final RowEncoder encoder;
  private final int blockBytes;
  private final RowBuffer block = new RowBuffer(FIRST_BYTES);
  private @Nullable BlockCompressor owned;

  /**
   * A file with a header and a compressor of its own.
   *
   * @param codec how blocks are compressed
   * @param blockBytes encoded bytes after which a block ends
   * @param name what tells the file from others
   * @throws IngestException SCHEMA_MISMATCH or UNSUPPORTED_TYPE when no file holds such rows
   */
  public static AvroRowFile begin(
      StagedTable table, FileCodec codec, int blockBytes, UploadBuffer out, String name) {
    RowPlan plan = table.plan();
    BlockCompressor compressor = codec.compressor();
    AvroFile file = new AvroFile(out, codec, compressor, name);
    file.writeHeader(table.avroSchema());
    AvroRowFile rows = new AvroRowFile(file, plan, MAX_BLOCK_BYTES, blockBytes);
    rows.owned = compressor;
    return rows;
  }

  /**
   * A file whose header is written.
   *
   * @param plan of the table that it is for
   * @param maxRowBytes encoded bytes of one row, at most those of a block
   * @param blockBytes encoded bytes after which a block ends
   */
  AvroRowFile(AvroFile file, RowPlan plan, int maxRowBytes, int blockBytes) {
    this.file = file;
    this.plan = plan;
    this.encoder = new RowEncoder(Math.min(maxRowBytes, MAX_BLOCK_BYTES));
    this.blockBytes = blockBytes;
  }

  /** Adds a row, unless it is at fault; the file is as before then. */
  public @Nullable RowFault add(RowReader row) {
    RowFault fault = encoder.encode(plan, row, null, block);
    if (fault == null) {
      added();
    }
    return fault;
  }

  /** Adds the rows of a buffer, which were encoded by the plan of this file. */
  void add(RowBuffer rows) {
    block.copyRows(rows, 0, rows.rowCount());
    added();
  }

  private void added() {
    if (block.size() > MAX_BLOCK_BYTES) {
      writeLastRowAlone();
    } else if (block.size() >= blockBytes) {
      endBlock();
    }
  }

  /** A block has room for a row of its size only if no other one is in it. */
  private void writeLastRowAlone() {
    int others = block.rowCount() - 1;
    RowBuffer last = new RowBuffer(block.size() - block.startOf(others));
    last.copyRows(block, others, block.rowCount());
    block.truncate(others);
    endBlock();
    file.writeBlock(last);
  }

  /** Writes the rows that are not written yet. */
  public void endBlock() {
    if (block.rowCount() > 0) {
      file.writeBlock(block);
      block.clear();
    }
  }

  /** Frees its compressor. The file is not ended. */
  @Override
  public void close() {
    if (owned != null) {
      owned.close();
    }
  }
}
