package dev.penstock.cli.command;

/** A failure whose message tells the user what to do. Immutable. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What failed, why, and what to do. */
  public CommandException(String message) {
    super(message);
  }

  /** What failed, why, and what to do, with its cause. */
  public CommandException(String message, Throwable cause) {
    super(message, cause);
  }
}
