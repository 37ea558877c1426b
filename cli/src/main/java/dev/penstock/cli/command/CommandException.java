package dev.penstock.cli.command;

import org.jspecify.annotations.Nullable;

/** A failure whose message tells the user what to do. Immutable. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int FAILED = 1;
  private static final int BAD_ARGUMENTS = 2;

  private final int exitCode;

  /** What failed, why, and what to do. */
  public CommandException(String message) {
    this(FAILED, message, null);
  }

  /** What failed, why, and what to do, with its cause. */
  public CommandException(String message, Throwable cause) {
    this(FAILED, message, cause);
  }

  private CommandException(int exitCode, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** An argument, or an environment variable in its place, that does not do. */
  public static CommandException badArgument(String message) {
    return new CommandException(BAD_ARGUMENTS, message, null);
  }

  /** What the process ends with. */
  public int exitCode() {
    return exitCode;
  }
}
