package dev.penstock.core.scan;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.io.IOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.AvroTypeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/** Decodes the rows of one block after the other. One owner thread. */
public final class BlockRows {
  private final GenericDatumReader<GenericRecord> reader;
  private @Nullable BinaryDecoder decoder;
  private int remaining;
  private int available;
  private int lastRowBytes;

  /**
   * Rows of a session.
   *
   * @param written the session's schema
   * @param wanted the schema of the records; columns are resolved into it by Avro's rules
   */
  public BlockRows(Schema written, Schema wanted) {
    // A data model of its own: conversions that users add to the shared one would change values.
    this.reader = new GenericDatumReader<>(written, wanted, new GenericData());
  }

  /** Reads this block from now on. */
  public void on(RowBlock block) {
    // Not from an array: that would be a second copy of a block of up to 128 MB.
    decoder = DecoderFactory.get().binaryDecoder(block.avro().newInput(), decoder);
    remaining = block.rowCount();
    available = block.avro().size();
  }

  /** Whether the block has another row. */
  public boolean hasNext() {
    return remaining > 0;
  }

  /**
   * The next row of the block, in a record of its own.
   *
   * @throws IngestException SCHEMA_MISMATCH when a row does not fit the wanted schema, INTERNAL
   *     when the bytes are no row of the session's schema
   */
  public GenericRecord next() {
    BinaryDecoder input = decoder;
    if (input == null || remaining == 0) {
      throw new IllegalStateException("the block has no more rows");
    }
    try {
      GenericRecord row = reader.read(null, input);
      remaining--;
      int left = input.inputStream().available();
      lastRowBytes = available - left;
      available = left;
      return row;
    } catch (AvroTypeException e) {
      // Avro names the types that differ, and no value.
      throw new IngestException(
          ErrorCode.SCHEMA_MISMATCH,
          "Rows of the table do not fit the schema that was asked for: "
              + e.getMessage()
              + ". Name columns as the table does, and allow null where it does.",
          e);
    } catch (IOException | AvroRuntimeException e) {
      throw new IngestException(
          ErrorCode.INTERNAL, "A row cannot be decoded by the schema of its read session.", e);
    }
  }

  /** How many bytes the latest row took in the block. */
  public int lastRowBytes() {
    return lastRowBytes;
  }
}
