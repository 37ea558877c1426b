package dev.penstock.core.load.file;

import dev.penstock.core.encode.RowBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Writes an Avro object container file: a header, then blocks of rows, each with its count and its
 * length and followed by the file's sync marker. One owner thread.
 *
 * @see <a href="https://avro.apache.org/docs/1.11.4/specification/">Avro specification</a>
 */
public final class AvroFile {
  private static final byte[] MAGIC = {'O', 'b', 'j', 1};
  private static final int SYNC_BYTES = 16;
  private static final int MAX_VARINT_BYTES = 10;

  private final UploadBuffer out;
  private final byte[] sync;
  private final FileCodec codec;
  private final BlockCompressor compressor;
  private final byte[] numbers = new byte[2 * MAX_VARINT_BYTES];

  /**
   * A file without header yet.
   *
   * @param compressor of the codec; may serve other files between the blocks of this one
   * @param name what tells the file from others; the sync marker is made of it
   */
  AvroFile(UploadBuffer out, FileCodec codec, BlockCompressor compressor, String name) {
    this.out = out;
    this.codec = codec;
    this.compressor = compressor;
    this.sync = Arrays.copyOf(hash(name), SYNC_BYTES);
  }

  private static byte[] hash(String name) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** Writes what stands before the first block. */
  void writeHeader(String schemaJson) {
    out.write(MAGIC, 0, MAGIC.length);
    int entries = 2;
    writeLongs(entries);
    writeText("avro.schema");
    writeText(schemaJson);
    writeText("avro.codec");
    writeText(codec.word());
    writeLongs(0);
    out.write(sync, 0, sync.length);
  }

  private void writeText(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    writeLongs(utf8.length);
    out.write(utf8, 0, utf8.length);
  }

  /** Writes the rows of a buffer as one block. */
  void writeBlock(RowBuffer rows) {
    int length = compressor.compress(rows.array(), rows.size());
    writeLongs(rows.rowCount(), length);
    out.write(compressor.output(), 0, length);
    out.write(sync, 0, sync.length);
  }

  /** Writes numbers in Avro's form: zigzag, seven bits a byte, the lowest first. */
  private void writeLongs(long... values) {
    int p = 0;
    for (long value : values) {
      long rest = (value << 1) ^ (value >> 63);
      while ((rest & ~0x7FL) != 0) {
        numbers[p++] = (byte) (rest | 0x80);
        rest >>>= 7;
      }
      numbers[p++] = (byte) rest;
    }
    out.write(numbers, 0, p);
  }
}
