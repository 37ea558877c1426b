package dev.penstock.cli.source;

import dev.penstock.cli.column.ColumnNames;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/** A file of text on this machine, compressed by gzip if its name ends in .gz. Immutable. */
final class TextFile {
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path path;

  private TextFile(Path path) {
    this.path = path;
  }

  /**
   * The file of a URI.
   *
   * @throws IngestException INVALID_OPTION when it is not there, or no file
   */
  static TextFile of(SourceUri uri) {
    String location = uri.location();
    if (location.equals("-")) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          "'"
              + uri.scheme().prefix()
              + "-': standard input cannot be read, because a file is read twice: for its types and"
              + " for its rows. Write it to a file first.");
    }
    Path path = path(location);
    if (!Files.isRegularFile(path)) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          path
              + (Files.exists(path) ? " is no file" : " does not exist, seen from ")
              + (Files.exists(path) ? "" : Path.of("").toAbsolutePath())
              + ". Name a file that can be read.");
    }
    return new TextFile(path);
  }

  private static Path path(String location) {
    try {
      return Path.of(location);
    } catch (InvalidPathException e) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          location.replace('\0', '?') + " is no path: " + e.getReason() + ". Name a file.",
          e);
    }
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

  /** Its name without endings, in letters, digits and underscores. */
  String tableName() {
    String name = Objects.requireNonNull(path.getFileName(), "path").toString();
    String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    int dot = plain.lastIndexOf('.');
    String legal = ColumnNames.legal(dot > 0 ? plain.substring(0, dot) : plain);
    return legal.isEmpty() ? "table" : legal;
  }

  /** Its bytes, unpacked. */
  InputStream open() {
    return open((done, total) -> {}, CountedInput.Bytes.UNSEEN);
  }

  /**
   * Its bytes, unpacked.
   *
   * @param progress is told how many of the file were read
   * @param bytes sees those of the file as it is
   */
  InputStream open(Wanted.Progress progress, CountedInput.Bytes bytes) {
    try {
      CountedInput file =
          new CountedInput(Files.newInputStream(path), Files.size(path), progress, bytes);
      return path.toString().endsWith(".gz") ? unpacked(file) : file;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static InputStream unpacked(InputStream file) throws IOException {
    try {
      return new GZIPInputStream(file, BUFFER_BYTES);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** The failure of reading it, which has no value of it in its message. */
  IngestException unreadable(IOException cause) {
    return new IngestException(
        ErrorCode.UNAVAILABLE,
        path
            + " cannot be read: "
            + cause.getClass().getSimpleName()
            + ". Check that it is whole and that you may read it.",
        cause);
  }

  /** A fault of its content. */
  IngestException fault(long line, String problem) {
    return new IngestException(ErrorCode.ROW_INVALID, path + ", line " + line + ": " + problem);
  }
}
