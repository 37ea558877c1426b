package dev.penstock.core.error;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The one exception of the engine. Its message says what failed with which values, why, and what to
 * do; its code says what a caller may try. Immutable.
 */
public final class IngestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /** A failure without a cause. */
  public IngestException(ErrorCode code, String message) {
    this(code, message, null);
  }

  /** A failure that another one caused. */
  public IngestException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = Objects.requireNonNull(code, "code");
  }

  /** The kind of this failure. */
  public ErrorCode code() {
    return code;
  }
}
