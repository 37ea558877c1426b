package dev.penstock.local.load;

import dev.penstock.local.decode.RowFaultException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/** The rows of an Avro file, block by block. One owner thread. */
final class AvroRows implements FileRows {
  private static final int MAX_BLOCK_BYTES = 16 << 20;

  private final DataFileStream<Object> file;
  private final AvroRecord record;
  private @Nullable BinaryDecoder block;
  private long rowsInBlock;

  AvroRows(DataFileStream<Object> file, AvroRecord record) {
    this.file = file;
    this.record = record;
  }

  @Override
  public boolean has(int column) {
    return record.has(column);
  }

  @Override
  public @Nullable Object @Nullable [] next() throws IOException, RowFaultException {
    try {
      while (rowsInBlock == 0) {
        if (!hasBlock()) {
          return null;
        }
        ByteBuffer bytes = file.nextBlock();
        requireSmall(bytes.remaining());
        rowsInBlock = file.getBlockCount();
        block =
            DecoderFactory.get()
                .binaryDecoder(
                    bytes.array(),
                    bytes.arrayOffset() + bytes.position(),
                    bytes.remaining(),
                    block);
      }
      rowsInBlock--;
      if (block == null) {
        throw new AssertionError("rows without a block");
      }
      return record.read(block);
    } catch (IOException | RuntimeException e) {
      // What a decoder throws on damaged bytes is not one type.
      throw AvroFormat.unreadable(String.valueOf(e.getMessage()));
    }
  }

  /** QT-016. */
  private static void requireSmall(int blockBytes) {
    if (blockBytes > MAX_BLOCK_BYTES) {
      throw new AvroRuntimeException(
          "a block has " + blockBytes + " bytes, the limit is " + MAX_BLOCK_BYTES);
    }
  }

  /** After a block that ends too early the library answers first no, then yes. */
  private boolean hasBlock() {
    if (file.hasNext()) {
      return true;
    }
    if (file.hasNext()) {
      throw new AvroRuntimeException("the last block is not complete");
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
