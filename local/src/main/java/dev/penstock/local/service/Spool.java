package dev.penstock.local.service;

import dev.penstock.local.catalog.ServiceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A directory for the files that clients upload. Thread-safe; its files are not. */
public final class Spool implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 << 10;

  private final Path directory;
  private final boolean temporary;
  private final long maxFileBytes;

  private Spool(Path directory, boolean temporary, long maxFileBytes) {
    this.directory = directory;
    this.temporary = temporary;
    this.maxFileBytes = maxFileBytes;
  }

  /**
   * Makes an empty one.
   *
   * @param dataDirectory where it lies; null for the system's temporary directory, until it is
   *     closed
   */
  public static Spool open(@Nullable Path dataDirectory, LoadOptions options) throws IOException {
    Path directory =
        dataDirectory == null
            ? Files.createTempDirectory("penstock-uploads").toRealPath()
            : Files.createDirectories(dataDirectory.resolve("uploads"));
    Spool spool = new Spool(directory, dataDirectory == null, options.maxUploadBytes());
    spool.empty();
    return spool;
  }

  /** The directory. */
  public Path directory() {
    return directory;
  }

  /** A new, empty file. */
  Upload create() throws IOException {
    Path path = Files.createTempFile(directory, "upload", "");
    return new Upload(path, FileChannel.open(path, StandardOpenOption.WRITE));
  }

  /** A name for a file that is not there yet. */
  Path place() {
    return directory.resolve("object-" + UUID.randomUUID());
  }

  private void empty() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }

  @Override
  public void close() throws IOException {
    empty();
    if (temporary) {
      Files.delete(directory);
    }
  }

  /** One file that grows. One owner thread at a time. */
  final class Upload implements AutoCloseable {
    private final Path path;
    private final FileChannel channel;

    private Upload(Path path, FileChannel channel) {
      this.path = path;
      this.channel = channel;
    }

    Path path() {
      return path;
    }

    long size() throws IOException {
      return channel.size();
    }

    /**
     * Adds all bytes of a stream. Of a stream that breaks off all bytes up to there are kept.
     *
     * @throws ServiceException 400 when the file gets larger than allowed
     */
    void append(InputStream in) throws IOException {
      byte[] buffer = new byte[BUFFER_BYTES];
      channel.position(channel.size());
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (channel.position() + read > maxFileBytes) {
          throw new ServiceException(
              400,
              "badRequest",
              "Upload exceeds the limit: " + maxFileBytes + " bytes (option maxUploadBytes).");
        }
        ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, read);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      }
    }

    void truncate(long size) throws IOException {
      channel.truncate(size);
    }

    /** Ends the growing; the file stays. */
    @Override
    public void close() throws IOException {
      channel.close();
    }

    void delete() throws IOException {
      channel.close();
      Files.deleteIfExists(path);
    }
  }
}
