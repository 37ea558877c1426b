package dev.penstock.benchmarks.encode;

import java.io.IOException;

/** One way from rows of a source to bytes. One owner thread. */
interface Road {
  /**
   * Writes a row behind the last one, or from the start when the buffer is nearly full.
   *
   * @return something that depends on what was written
   */
  int write(int row) throws IOException;

  /** The bytes of the row that was just written, without a frame. */
  byte[] lastRow();
}
