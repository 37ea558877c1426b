package dev.penstock.core.load.file;

/** Where files are put. Thread-safe. */
public interface FileStore {
  /**
   * Begins a file, of which nothing is there before its last chunk.
   *
   * @param name with slashes, never used before
   */
  FileChunks create(String name);

  /** The address of a file, for load jobs. */
  String uri(String name);
}
