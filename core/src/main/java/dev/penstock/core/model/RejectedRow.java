package dev.penstock.core.model;

import dev.penstock.core.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row that will never be stored, and why. Immutable.
 *
 * @param ticket the caller's number of the row
 * @param column the path of the refused column; null when the row is refused as a whole
 * @param message what was refused, why, and what to do; holds no row content
 * @param encoded the row as it was sent; null when it could not be encoded
 */
public record RejectedRow(
    long ticket,
    Destination destination,
    ErrorCode code,
    @Nullable String column,
    String message,
    @Nullable ByteBuffer encoded) {
  /** Checks that all but the column and the bytes are present. */
  public RejectedRow {
    Objects.requireNonNull(destination, "destination");
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(message, "message");
  }
}
