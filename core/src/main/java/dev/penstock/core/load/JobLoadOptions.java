package dev.penstock.core.load;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.load.file.FileCodec;
import java.time.Duration;
import java.util.Objects;

/**
 * How the rows of a load job travel; made by a {@link #builder}. Immutable.
 *
 * @param chunkBytes bytes of one request of the upload, a multiple of 256 KiB (RT-081); a load
 *     needs memory for two of them, one on its way and one being filled; default 8 MiB
 * @param blockBytes encoded bytes after which an Avro block ends; default 256 KiB; a block holds at
 *     least one row, and at most 16,000,000 bytes (LD-012)
 * @param codec how blocks are compressed; default DEFLATE
 * @param retryTimeout how long one chunk is sent again after failures that may pass; default 10 min
 */
public record JobLoadOptions(
    int chunkBytes, int blockBytes, FileCodec codec, Duration retryTimeout) {
  /** Chunks that are not the last have a multiple of this size. */
  static final int CHUNK_UNIT = 256 << 10;

  private static final int MAX_CHUNK_BYTES = 1 << 30;

  /** Where blocks of small rows end; far below what the service takes. */
  private static final int MAX_BLOCK_BYTES = 1 << 20;

  /** Checks the ranges. */
  public JobLoadOptions {
    if (chunkBytes < CHUNK_UNIT || chunkBytes > MAX_CHUNK_BYTES || chunkBytes % CHUNK_UNIT != 0) {
      throw invalid(
          "chunkBytes", chunkBytes, "a multiple of " + CHUNK_UNIT + " up to " + MAX_CHUNK_BYTES);
    }
    if (blockBytes < 1 || blockBytes > MAX_BLOCK_BYTES) {
      throw invalid("blockBytes", blockBytes, "1.." + MAX_BLOCK_BYTES);
    }
    if (retryTimeout.isNegative()) {
      throw invalid("retryTimeout", retryTimeout, "at least PT0S");
    }
    Objects.requireNonNull(codec, "codec");
  }

  private static IngestException invalid(String name, Object value, String rule) {
    return new IngestException(
        ErrorCode.INVALID_OPTION, name + ": " + value + " (expected: " + rule + ")");
  }

  /** The defaults. */
  public static JobLoadOptions defaults() {
    return builder().build();
  }

  /** The defaults, to be changed one by one. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects options; each is described with {@link JobLoadOptions}. One owner thread. */
  public static final class Builder {
    private int chunkBytes = 8 << 20;
    private int blockBytes = 256 << 10;
    private FileCodec codec = FileCodec.DEFLATE;
    private Duration retryTimeout = Duration.ofMinutes(10);

    private Builder() {}

    /** Bytes of one request of the upload. */
    public Builder chunkBytes(int value) {
      this.chunkBytes = value;
      return this;
    }

    /** Encoded bytes after which an Avro block ends. */
    public Builder blockBytes(int value) {
      this.blockBytes = value;
      return this;
    }

    /** How blocks are compressed. */
    public Builder codec(FileCodec value) {
      this.codec = value;
      return this;
    }

    /** How long one chunk is sent again. */
    public Builder retryTimeout(Duration value) {
      this.retryTimeout = value;
      return this;
    }

    /** The options, their ranges checked. */
    public JobLoadOptions build() {
      return new JobLoadOptions(chunkBytes, blockBytes, codec, retryTimeout);
    }
  }
}
