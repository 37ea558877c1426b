package dev.penstock.core.append;

/** When the rows of a write stream can be read, and who orders them. Immutable. */
public enum StreamKind {
  /** The stream that every table has: rows count when acknowledged, at least once (WA-016). */
  DEFAULT,
  /** Rows count once flushed, exactly once by offset (WA-020). */
  BUFFERED,
  /** Rows count once the stream is finalized and committed (WA-019). */
  PENDING
}
