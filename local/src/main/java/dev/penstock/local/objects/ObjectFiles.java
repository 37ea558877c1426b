package dev.penstock.local.objects;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of objects: one file for each generation, named by its number, that never changes.
 * Thread-safe.
 */
final class ObjectFiles implements AutoCloseable {
  private final Path directory;
  private final boolean temporary;

  private ObjectFiles(Path directory, boolean temporary) {
    this.directory = directory;
    this.temporary = temporary;
  }

  /**
   * Opens the directory.
   *
   * @param dataDirectory where it lies; null for the system's temporary directory, until it is
   *     closed
   */
  static ObjectFiles open(@Nullable Path dataDirectory) throws IOException {
    return dataDirectory == null
        ? new ObjectFiles(Files.createTempDirectory("penstock-objects"), true)
        : new ObjectFiles(Files.createDirectories(dataDirectory.resolve("objects")), false);
  }

  /** Deletes all files but those of the given generations: what a killed process left. */
  void keepOnly(Set<Long> generations) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (!name.matches("\\d{1,18}") || !generations.contains(Long.valueOf(name))) {
          Files.delete(file);
        }
      }
    }
  }

  private Path path(long generation) {
    return directory.resolve(Long.toString(generation));
  }

  /** A name for a file that becomes an object, or not. */
  Path draft() {
    return directory.resolve("draft-" + UUID.randomUUID());
  }

  /** Makes a file the bytes of a generation; on the disk when there is something to keep. */
  void adopt(Path file, long generation) throws IOException {
    if (!temporary) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
    }
    Path unused = Files.move(file, path(generation), StandardCopyOption.REPLACE_EXISTING);
  }

  InputStream read(long generation) throws IOException {
    return Files.newInputStream(path(generation));
  }

  /** Gives the bytes of a generation a second name, which stays when the first one goes. */
  void link(long generation, Path name) throws IOException {
    try {
      Path unused = Files.createLink(name, path(generation));
    } catch (UnsupportedOperationException e) {
      Path unused = Files.copy(path(generation), name);
    }
  }

  void append(long generation, OutputStream out) throws IOException {
    try (InputStream in = read(generation)) {
      long unused = in.transferTo(out);
    }
  }

  void delete(long generation) throws IOException {
    Files.deleteIfExists(path(generation));
  }

  @Override
  public void close() throws IOException {
    if (temporary) {
      keepOnly(Set.of());
      Files.delete(directory);
    }
  }
}
