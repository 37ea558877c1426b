package dev.penstock.local.load;

import java.io.IOException;
import java.nio.file.Path;

/** How the files of a load job are written (RT-092). Immutable. */
public interface FileFormat {
  /**
   * Opens a file.
   *
   * @throws dev.penstock.local.catalog.ServiceException 400 when it is not of this format
   */
  SourceFile open(Path file) throws IOException;

  /** The name in error texts, for example {@code JSON}. */
  String name();

  /** How many bytes a row may have (QT-016, LD-028). */
  long maxRowBytes();

  /** Whether rows that cannot be stored may be left out (RT-095). */
  boolean toleratesBadRows();
}
