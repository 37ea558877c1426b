package dev.penstock.local.database;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory that one process at a time keeps a local BigQuery in: {@code FORMAT} (a number),
 * {@code lock} (with the id of the process), {@code server.json} (where it listens, while others
 * are to find it), {@code clock} (how far its clock was put forward) and the database file.
 * Thread-safe.
 */
public final class DataDirectory implements AutoCloseable {
  /** The layout this version writes; it refuses newer ones. */
  public static final int FORMAT = 1;

  private static final String LOCK = "lock";
  private static final String SERVER = "server.json";
  private static final String CLOCK = "clock";
  private static final String EXPECTED = "a new or empty directory, or one of a local BigQuery";

  private final Path path;
  private final FileChannel channel;

  /** Another process has the directory. */
  public static final class InUseException extends IOException {
    private static final long serialVersionUID = 1L;

    InUseException(String message) {
      super(message);
    }
  }

  private DataDirectory(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Takes a directory for this process, creating it if absent.
   *
   * @throws IOException if another process has it, its format is newer, it holds files of somebody
   *     else, or it cannot be written; the message begins with its path
   */
  public static DataDirectory open(Path directory) throws IOException {
    Path path = created(directory);
    requireOurs(path);
    FileChannel channel = lockFile(path);
    try {
      if (tryLock(channel) == null) {
        throw new InUseException(
            path
                + " is in use by "
                + owner(path)
                + " (expected: a directory of its own for each process; stop the other one or"
                + " choose another directory)");
      }
      checkFormat(path);
      channel.truncate(0).write(US_ASCII.encode(ProcessHandle.current().pid() + "\n"));
      // What a killed process announced is no more.
      Files.deleteIfExists(path.resolve(SERVER));
      return new DataDirectory(path, channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static Path created(Path directory) throws IOException {
    try {
      return Files.createDirectories(directory).toRealPath();
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          directory + " leads over a file (expected: " + EXPECTED + "; choose another path)", e);
    } catch (IOException e) {
      throw notWritable(directory, e);
    }
  }

  /** Looks before it writes anything, so that a mistyped path stays as it was. */
  private static void requireOurs(Path path) throws IOException {
    if (Files.exists(path.resolve("FORMAT"))) {
      return;
    }
    try (Stream<Path> entries = Files.list(path)) {
      if (entries.anyMatch(entry -> !entry.endsWith(LOCK))) {
        throw new IOException(
            path
                + " holds other files (expected: "
                + EXPECTED
                + "; choose another directory, or empty this one)");
      }
    }
  }

  private static FileChannel lockFile(Path path) throws IOException {
    try {
      return FileChannel.open(
          path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw notWritable(path, e);
    }
  }

  private static IOException notWritable(Path path, IOException cause) {
    return new IOException(
        path
            + " cannot be written (expected: a directory that this process may create and write;"
            + " change its permissions, or choose another)",
        cause);
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static String owner(Path path) throws IOException {
    String pid = Files.readString(path.resolve(LOCK), US_ASCII).strip();
    return "another local BigQuery" + (pid.isEmpty() ? "" : ", process " + pid);
  }

  private static void checkFormat(Path path) throws IOException {
    Path file = path.resolve("FORMAT");
    if (!Files.exists(file)) {
      Files.writeString(file, FORMAT + "\n", StandardCharsets.UTF_8);
      return;
    }
    String text = Files.readString(file, StandardCharsets.UTF_8).strip();
    if (!text.equals(Integer.toString(FORMAT))) {
      throw new IOException(
          path
              + " has format "
              + text
              + " (expected: format "
              + FORMAT
              + "; open it with the Penstock version that wrote it)");
    }
  }

  /** The directory itself. */
  public Path path() {
    return path;
  }

  /** Writes {@code server.json}, atomically, so that other processes find the server. */
  public void announce(String host, int restPort, int grpcPort) throws IOException {
    String json =
        "{\"pid\":%d,\"host\":\"%s\",\"restPort\":%d,\"grpcPort\":%d,\"format\":%d}\n"
            .formatted(ProcessHandle.current().pid(), host, restPort, grpcPort, FORMAT);
    write(SERVER, json);
  }

  /**
   * How far the clock of the servers before was put forward.
   *
   * @throws IOException if that cannot be read; the message begins with the file's path
   */
  public Duration clockAhead() throws IOException {
    Path file = path.resolve(CLOCK);
    if (!Files.exists(file)) {
      return Duration.ZERO;
    }
    String text = Files.readString(file, StandardCharsets.UTF_8).strip();
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new IOException(
          file
              + ": "
              + text
              + " (expected: how far the clock was put forward, such as PT48H; write that)",
          e);
    }
  }

  /**
   * Keeps how far the clock was put forward, on disk when it returns.
   *
   * @throws UncheckedIOException if it cannot be written
   */
  public void keepClockAhead(Duration ahead) {
    try {
      write(CLOCK, ahead + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(path.resolve(CLOCK) + " cannot be written", e);
    }
  }

  private void write(String name, String text) throws IOException {
    Path draft = path.resolve(name + ".tmp");
    Files.writeString(
        draft,
        text,
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE,
        StandardOpenOption.DSYNC);
    Files.move(
        draft,
        path.resolve(name),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path.resolve(SERVER));
    channel.close();
  }
}
