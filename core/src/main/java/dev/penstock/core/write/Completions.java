package dev.penstock.core.write;

import dev.penstock.core.model.RejectedRow;

/** Takes what became of rows, on the owner thread, inside {@code drain}. */
public interface Completions {
  /** The rows with the tickets {@code first} to {@code last}, both included, are stored. */
  void acknowledged(long first, long last);

  /** A row will never be stored. */
  void rejected(RejectedRow row);
}
