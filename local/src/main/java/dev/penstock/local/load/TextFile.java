package dev.penstock.local.load;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** A file that declares no columns. Immutable. */
record TextFile(Rows reader) implements SourceFile {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int GZIP_MAGIC = 0x1f8b;
  private static final long MAX_COMPRESSED_BYTES = 4L << 30;
  private static final long MAX_PLAIN_BYTES = 5L << 40;

  /** Reads the rows of a file. */
  interface Rows {
    /** Opens the file. */
    FileRows of(List<Field> columns) throws IOException;
  }

  @Override
  public List<Field> schema() {
    return List.of();
  }

  @Override
  public FileRows rows(List<Field> columns) throws IOException {
    return reader.of(columns);
  }

  /** QT-016. */
  private static void requireSmall(long bytes, long limit) {
    if (bytes > limit) {
      throw ServiceException.invalid(
          "Error while reading data, error message: Input file is too large: it has "
              + bytes
              + " bytes, the limit is "
              + limit
              + ".");
    }
  }

  /** The bytes of a file, as they were before they were compressed. */
  static InputStream open(Path file) throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
    bytes.mark(2);
    int magic = bytes.read() << 8 | bytes.read();
    bytes.reset();
    requireSmall(Files.size(file), magic == GZIP_MAGIC ? MAX_COMPRESSED_BYTES : MAX_PLAIN_BYTES);
    return magic == GZIP_MAGIC
        ? new BufferedInputStream(new GZIPInputStream(bytes, BUFFER_BYTES), BUFFER_BYTES)
        : bytes;
  }
}
