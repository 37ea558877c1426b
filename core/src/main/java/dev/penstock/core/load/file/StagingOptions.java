package dev.penstock.core.load.file;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.time.Duration;
import java.util.Objects;

/**
 * How rows are staged in files. Immutable.
 *
 * @param maxFileBytes a file ends once it holds so many bytes, compressed; default 16 MiB, where
 *     load jobs are fastest
 * @param maxOpenFiles files that are written at once; opening another ends the one that got no row
 *     for longest; default 16
 * @param maxPendingFiles files that wait for a commit, open ones included; default 10,000
 * @param maxRowBytes encoded bytes of one row; default 15,000,000
 * @param idleTimeout a file that got no row for so long ends; default a minute
 * @param blockBytes encoded bytes after which an Avro block ends; default 64 KiB
 * @param chunkBytes bytes of one request of an upload, a multiple of 256 KiB; an open file needs
 *     memory for one once it is so large; default 4 MiB
 * @param codec how blocks are compressed; default {@link FileCodec#best()}
 * @param concurrentFinishes files that are finished at once when all are; 1 to 8, default 1
 */
public record StagingOptions(
    long maxFileBytes,
    int maxOpenFiles,
    int maxPendingFiles,
    int maxRowBytes,
    Duration idleTimeout,
    int blockBytes,
    int chunkBytes,
    FileCodec codec,
    int concurrentFinishes) {
  private static final int MAX_ROW_BYTES = 16_000_000;
  private static final int MAX_BLOCK_BYTES = 1 << 20;
  private static final int CHUNK_UNIT = 256 << 10;
  private static final int MAX_CHUNK_BYTES = 1 << 30;

  /** Checks the ranges. */
  public StagingOptions {
    requireWithin("maxFileBytes", maxFileBytes, 1, Long.MAX_VALUE);
    requireWithin("maxOpenFiles", maxOpenFiles, 1, Integer.MAX_VALUE);
    if (maxPendingFiles < maxOpenFiles) {
      throw invalid("maxPendingFiles", maxPendingFiles, "at least maxOpenFiles, " + maxOpenFiles);
    }
    requireWithin("maxRowBytes", maxRowBytes, 1, MAX_ROW_BYTES);
    if (idleTimeout.isNegative() || idleTimeout.isZero()) {
      throw invalid("idleTimeout", idleTimeout, "above PT0S");
    }
    requireWithin("blockBytes", blockBytes, 1, MAX_BLOCK_BYTES);
    requireWithin("chunkBytes", chunkBytes, CHUNK_UNIT, MAX_CHUNK_BYTES);
    if (chunkBytes % CHUNK_UNIT != 0) {
      throw invalid("chunkBytes", chunkBytes, "a multiple of " + CHUNK_UNIT);
    }
    Objects.requireNonNull(codec, "codec");
    requireWithin("concurrentFinishes", concurrentFinishes, 1, 8);
  }

  private static void requireWithin(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw invalid(
          name, value, most >= Integer.MAX_VALUE ? "at least " + least : least + ".." + most);
    }
  }

  private static IngestException invalid(String name, Object value, String rule) {
    return new IngestException(
        ErrorCode.INVALID_OPTION, name + ": " + value + " (expected: " + rule + ")");
  }

  /** A builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** The defaults. */
  public static StagingOptions defaults() {
    return builder().build();
  }

  /** Collects what differs from the defaults. One owner thread. */
  public static final class Builder {
    private long maxFileBytes = 16L << 20;
    private int maxOpenFiles = 16;
    private int maxPendingFiles = 10_000;
    private int maxRowBytes = 15_000_000;
    private Duration idleTimeout = Duration.ofMinutes(1);
    private int blockBytes = 64 << 10;
    private int chunkBytes = 4 << 20;
    private FileCodec codec = FileCodec.best();
    private int concurrentFinishes = 1;

    private Builder() {}

    /** After how many bytes a file ends. */
    public Builder maxFileBytes(long value) {
      maxFileBytes = value;
      return this;
    }

    /** How many files are written at once. */
    public Builder maxOpenFiles(int value) {
      maxOpenFiles = value;
      return this;
    }

    /** How many files may wait for a commit. */
    public Builder maxPendingFiles(int value) {
      maxPendingFiles = value;
      return this;
    }

    /** How large a row may be. */
    public Builder maxRowBytes(int value) {
      maxRowBytes = value;
      return this;
    }

    /** After how long without a row a file ends. */
    public Builder idleTimeout(Duration value) {
      idleTimeout = value;
      return this;
    }

    /** After how many bytes a block ends. */
    public Builder blockBytes(int value) {
      blockBytes = value;
      return this;
    }

    /** How large the requests of an upload are. */
    public Builder chunkBytes(int value) {
      chunkBytes = value;
      return this;
    }

    /** How blocks are compressed. */
    public Builder codec(FileCodec value) {
      codec = value;
      return this;
    }

    /** How many files are finished at once. */
    public Builder concurrentFinishes(int value) {
      concurrentFinishes = value;
      return this;
    }

    /**
     * The options.
     *
     * @throws IngestException INVALID_OPTION when a value is out of its range
     */
    public StagingOptions build() {
      return new StagingOptions(
          maxFileBytes,
          maxOpenFiles,
          maxPendingFiles,
          maxRowBytes,
          idleTimeout,
          blockBytes,
          chunkBytes,
          codec,
          concurrentFinishes);
    }
  }
}
