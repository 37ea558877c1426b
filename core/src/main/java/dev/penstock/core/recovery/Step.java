package dev.penstock.core.recovery;

import java.util.Locale;

/** What failed. Immutable. */
public enum Step {
  /** Rows that are sent to a stream. */
  APPEND,
  /** Creating a stream. */
  OPEN,
  /** Flushing, finalizing or committing a stream. */
  COMMIT,
  /** Creating a table. */
  CREATE,
  /** Changing a table that nobody may have changed since it was read. */
  CHANGE,
  /** Any other call: jobs, uploads, reading a table. */
  CALL;

  /** The word for it. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
