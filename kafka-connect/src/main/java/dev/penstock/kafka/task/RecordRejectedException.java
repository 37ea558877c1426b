package dev.penstock.kafka.task;

import dev.penstock.core.error.ErrorCode;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * A record that cannot be stored: names the record, the table and the cure, never the content.
 * Immutable.
 */
public final class RecordRejectedException extends ConnectException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final @Nullable String column;

  RecordRejectedException(ErrorCode code, @Nullable String column, String message) {
    super(message);
    this.code = code;
    this.column = column;
  }

  /** The kind of refusal. */
  public ErrorCode code() {
    return code;
  }

  /** The path of the refused column; null when the record is refused as a whole. */
  public @Nullable String column() {
    return column;
  }
}
