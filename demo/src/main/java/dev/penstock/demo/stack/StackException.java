package dev.penstock.demo.stack;

/** A part of the stack that could not be started, reached or stopped. Immutable. */
public final class StackException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What failed, why, and what to do. */
  public StackException(String message) {
    super(message);
  }

  /** What failed, why, and what to do, with its cause. */
  public StackException(String message, Throwable cause) {
    super(message, cause);
  }
}
