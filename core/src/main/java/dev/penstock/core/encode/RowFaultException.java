package dev.penstock.core.encode;

import dev.penstock.core.error.ErrorCode;
import java.util.Objects;

/**
 * Thrown by a row reader for a row that is not what its source schema says: a value of another Java
 * type, a text that is no number. Encoding turns it into the {@link RowFault} of that row. Carries
 * no stack trace: it tells of data, not of code. Immutable.
 */
public final class RowFaultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // Read where it is thrown; never sent anywhere.
  private final RowFault fault;

  /** The fault of a whole row. */
  public RowFaultException(RowFault fault) {
    super(Objects.requireNonNull(fault, "fault").message(), null, false, false);
    this.fault = fault;
  }

  /**
   * The fault of one field.
   *
   * @param path the field's path from the root, joined by dots
   * @param message what is wrong and what to do, without the value
   */
  public RowFaultException(String path, String message) {
    this(new RowFault(ErrorCode.ROW_INVALID, path, message));
  }

  /** Why the row cannot be encoded. */
  public RowFault fault() {
    return fault;
  }
}
