package dev.penstock.local.rows;

/** A write stream refuses what was asked of it. Immutable. */
public final class StreamException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why it refuses. */
  public enum Reason {
    /** There is no such stream, or it has expired. */
    NOT_FOUND,
    /** It was finalized. */
    FINALIZED,
    /** Rows are stored at the offset already (WA-073). */
    OFFSET_EXISTS,
    /** The offset is above the end (WA-074). */
    OFFSET_BEYOND_END,
    /** The offset to flush was flushed before (WA-182). */
    FLUSHED_BEFORE,
    /** The offset to flush has no row yet (WA-181). */
    FLUSH_BEYOND_END,
    /** Its kind does not know the method (WA-180, WA-188). */
    WRONG_KIND,
    /** It must be finalized first (WA-189). */
    NOT_FINALIZED,
    /** It was committed before (WA-190). */
    COMMITTED_BEFORE
  }

  private final Reason reason;

  StreamException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  static StreamException finalized() {
    return new StreamException(
        Reason.FINALIZED, "Stream has been finalized and cannot be appended.");
  }

  static StreamException notFound() {
    return new StreamException(Reason.NOT_FOUND, "Requested entity was not found.");
  }

  /** Why it refuses. */
  public Reason reason() {
    return reason;
  }
}
