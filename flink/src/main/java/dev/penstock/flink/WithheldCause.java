package dev.penstock.flink;

import java.io.Serial;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * Stands for an exception of users' code in what a job tells: its class, its stack trace and its
 * causes, without their messages, which may show a record. Immutable.
 */
@Internal
public final class WithheldCause extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** Causes may form a circle. */
  private static final int MAX_DEPTH = 20;

  private WithheldCause(Throwable original, @Nullable Throwable cause) {
    super(
        original.getClass().getName()
            + " (its message may show the record; the level DEBUG of dev.penstock.flink logs it)",
        cause);
    setStackTrace(original.getStackTrace());
  }

  /** What may be told of an exception; null for null. */
  public static @Nullable WithheldCause of(@Nullable Throwable original) {
    return of(original, MAX_DEPTH);
  }

  private static @Nullable WithheldCause of(@Nullable Throwable original, int depth) {
    return original == null || depth == 0
        ? null
        : new WithheldCause(original, of(original.getCause(), depth - 1));
  }
}
