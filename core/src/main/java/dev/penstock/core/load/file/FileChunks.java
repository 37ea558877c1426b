package dev.penstock.core.load.file;

/** Takes the chunks of a file in their order. One owner thread at a time. */
public interface FileChunks {
  /**
   * Takes a chunk that others follow.
   *
   * @return an array of the same size for the next one; may be the same array
   */
  byte[] send(byte[] chunk);

  /** The last chunk, of which only a first part may be used. The file is there afterwards. */
  void sendLast(byte[] chunk, int length);
}
