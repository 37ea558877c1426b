package dev.penstock.cli.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * A file as it was at one moment. Immutable.
 *
 * @param key what tells it from another of its name; null where the file system has nothing
 */
record FileState(Path path, long size, FileTime modified, @Nullable Object key) {
  /** The state of now. */
  static FileState of(Path path) {
    try {
      BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
      return new FileState(path, now.size(), now.lastModifiedTime(), now.fileKey());
    } catch (IOException e) {
      throw new IngestException(
          ErrorCode.UNAVAILABLE,
          path + " is not there any more, or may not be read. Load it again when it is.",
          e);
    }
  }

  /**
   * Makes sure that the file is as it was.
   *
   * @throws IngestException UNAVAILABLE
   */
  void requireUnchanged() {
    FileState now = of(path);
    if (!equals(now)) {
      throw new IngestException(
          ErrorCode.UNAVAILABLE,
          path
              + " changed while it was read: "
              + text()
              + ", then "
              + now.text()
              + ". Its rows are not taken, since they may be of both. Load it again when nobody"
              + " writes to it.");
    }
  }

  private String text() {
    return size + " bytes of " + modified;
  }
}
