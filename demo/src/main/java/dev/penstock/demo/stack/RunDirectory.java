package dev.penstock.demo.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The one directory that holds everything a run writes: data, logs, the unpacked PostgreSQL. Close
 * deletes it. A shell process that waits for this JVM to end deletes it too and ends PostgreSQL, so
 * that even {@code kill -9} leaves nothing. One owner thread.
 */
public final class RunDirectory implements AutoCloseable {
  private static final Duration DELETE_BOUND = Duration.ofSeconds(10);

  /**
   * Blocks on its input, which the system closes when this JVM ends. SIGQUIT is PostgreSQL's
   * immediate shutdown; the other children end by the same rule as this script.
   */
  private static final String GUARDIAN =
      """
      trap '' INT TERM HUP
      cat > /dev/null
      tries=0
      while [ -d "$1" ] && [ $tries -lt 40 ]; do
        pid=$(head -n 1 "$1/postgres/data/postmaster.pid" 2> /dev/null)
        [ -n "$pid" ] && kill -QUIT "$pid" 2> /dev/null && sleep 0.3
        rm -rf "$1" 2> /dev/null
        sleep 0.2
        tries=$((tries + 1))
      done
      """;

  private final Path path;
  private final Process guardian;

  private RunDirectory(Path path, Process guardian) {
    this.path = path;
    this.guardian = guardian;
  }

  /** Creates the directory below the system's temporary one. */
  public static RunDirectory create() {
    try {
      Path path = Files.createTempDirectory("penstock-demo-");
      Process guardian =
          new ProcessBuilder("/bin/sh", "-c", GUARDIAN, "penstock-guardian", path.toString())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return new RunDirectory(path, guardian);
    } catch (IOException e) {
      throw new StackException(
          "No directory for the run below "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + e.getMessage()
              + ". Free space there, or set -Djava.io.tmpdir.",
          e);
    }
  }

  /** The directory itself. */
  public Path path() {
    return path;
  }

  /** A file or directory in it, which need not exist. */
  public Path resolve(String name) {
    return path.resolve(name);
  }

  /** Creates and returns a directory in it. */
  Path directory(String name) {
    try {
      return Files.createDirectories(path.resolve(name));
    } catch (IOException e) {
      throw new StackException("Directory " + path.resolve(name) + " could not be created", e);
    }
  }

  @Override
  public void close() {
    try {
      Wait.until("directory " + path + " is deleted", DELETE_BOUND, this::deleted);
    } finally {
      release();
    }
  }

  private void release() {
    try {
      guardian.getOutputStream().close();
      if (!guardian.waitFor(DELETE_BOUND.toSeconds(), TimeUnit.SECONDS)) {
        guardian.destroyForcibly();
      }
    } catch (IOException e) {
      guardian.destroyForcibly();
    } catch (InterruptedException e) {
      guardian.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Servers that end late may still write, so a walk can meet files that come and go. */
  private boolean deleted() {
    if (!Files.exists(path)) {
      return true;
    }
    try (Stream<Path> tree = Files.walk(path)) {
      List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path entry : deepestFirst) {
        Files.deleteIfExists(entry);
      }
    } catch (NoSuchFileException e) {
      return false;
    } catch (UncheckedIOException | IOException e) {
      return !Files.exists(path);
    }
    return !Files.exists(path);
  }
}
