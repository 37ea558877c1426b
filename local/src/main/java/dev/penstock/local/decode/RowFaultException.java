package dev.penstock.local.decode;

/** A value of a row that its column cannot take, in the service's words. Without a stack trace. */
public final class RowFaultException extends Exception {
  private static final long serialVersionUID = 1L;

  /** A fault. */
  public RowFaultException(String message) {
    super(message, null, false, false);
  }
}
