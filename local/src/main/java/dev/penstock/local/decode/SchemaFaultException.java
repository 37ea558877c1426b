package dev.penstock.local.decode;

/** A writer schema that does not fit its table, in the service's words. Immutable. */
public final class SchemaFaultException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Kind {
    /** The descriptor itself, or a field's type. */
    INVALID,
    /** Fields that the table does not have (WA-103). */
    EXTRA_FIELDS
  }

  private final Kind kind;

  SchemaFaultException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** What is wrong. */
  public Kind kind() {
    return kind;
  }
}
