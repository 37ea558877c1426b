package dev.penstock.cli.source;

import dev.penstock.cli.column.ColumnNames;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Parquet file on this machine. Immutable. */
final class ParquetFile {
  /** The rows of the one file that is bound; a directory {@code year=2026} makes no column. */
  static final String ROWS = "read_parquet(?, hive_partitioning = false)";

  private static final Pattern WILDCARDS = Pattern.compile("[\\[*?]");
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  /** Of a footer that is larger, only the end is looked at. */
  private static final int MAX_FOOTER_BYTES = 16 << 20;

  private final Path path;

  private ParquetFile(Path path) {
    this.path = path;
  }

  /**
   * The file of a URI.
   *
   * @throws IngestException INVALID_OPTION when it is not there, or no file
   */
  static ParquetFile of(SourceUri uri) {
    Path path = Path.of(uri.location());
    if (!Files.isRegularFile(path)) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          path
              + (Files.exists(path)
                  ? " is no file"
                  : " does not exist, seen from " + Path.of("").toAbsolutePath())
              + ". Name a file that can be read.");
    }
    return new ParquetFile(path);
  }

  /** What it is now. */
  FileState state() {
    return FileState.of(path);
  }

  /** Its path, for messages. */
  @Override
  public String toString() {
    return path.toString();
  }

  /** Its path as a pattern that matches it alone. */
  String pattern() {
    return WILDCARDS
        .matcher(path.toAbsolutePath().toString())
        .replaceAll(found -> Matcher.quoteReplacement("[" + found.group() + "]"));
  }

  /** Its name without the ending, in letters, digits and underscores. */
  String tableName() {
    String name = Objects.requireNonNull(path.getFileName(), "path").toString();
    int dot = name.lastIndexOf('.');
    String legal = ColumnNames.legal(dot > 0 ? name.substring(0, dot) : name);
    return legal.isEmpty() ? "table" : legal;
  }

  /**
   * Checks that it begins and ends as a Parquet file does.
   *
   * @throws IngestException ROW_INVALID
   */
  void checkMagic() {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      long length = file.length();
      if (length < 2L * MAGIC.length
          || !isMagic(file, 0)
          || !isMagic(file, length - MAGIC.length)) {
        throw new IngestException(
            ErrorCode.ROW_INVALID,
            path
                + " is no whole Parquet file: one begins and ends with PAR1. Name another file, or"
                + " write it again.");
      }
    } catch (IOException e) {
      throw new IngestException(
          ErrorCode.UNAVAILABLE, path + " cannot be read. Check that you may read it.", e);
    }
  }

  /**
   * Its size, its time and its footer, which lists its parts with their sizes and, mostly, their
   * least and greatest values. Its rows are read only once, and too late for more.
   */
  String identity() {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      long length = file.length();
      file.seek(length - MAGIC.length - Integer.BYTES);
      long footer = Integer.toUnsignedLong(Integer.reverseBytes(file.readInt()));
      byte[] bytes = new byte[(int) Math.min(footer, Math.min(length, MAX_FOOTER_BYTES))];
      file.seek(Math.max(0, length - MAGIC.length - Integer.BYTES - bytes.length));
      file.readFully(bytes);
      Fingerprint content = new Fingerprint();
      content.read(bytes, 0, bytes.length);
      return "parquet "
          + length
          + " "
          + Files.getLastModifiedTime(path).toMillis()
          + " "
          + content.text();
    } catch (IOException e) {
      throw new IngestException(
          ErrorCode.UNAVAILABLE, path + " cannot be read. Check that you may read it.", e);
    }
  }

  private static boolean isMagic(RandomAccessFile file, long offset) throws IOException {
    byte[] bytes = new byte[MAGIC.length];
    file.seek(offset);
    file.readFully(bytes);
    return Arrays.equals(MAGIC, bytes);
  }

  /** The failure of reading it; messages of the library may quote what is in it. */
  IngestException unreadable(SQLException cause) {
    return new IngestException(
        ErrorCode.ROW_INVALID,
        path
            + " cannot be read as Parquet. Check that it is whole; if it has very large row groups,"
            + " raise memory-bytes.",
        cause);
  }
}
