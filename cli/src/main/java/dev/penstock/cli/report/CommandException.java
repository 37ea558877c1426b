package dev.penstock.cli.report;

import org.jspecify.annotations.Nullable;

/** A failure whose message tells the user what to do. Immutable. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;

  /** What failed, why, and what to do. */
  public CommandException(String message) {
    this(ExitCode.FAILED, message, null);
  }

  /** What failed, why, and what to do, with its cause. */
  public CommandException(String message, Throwable cause) {
    this(ExitCode.FAILED, message, cause);
  }

  private CommandException(ExitCode exitCode, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** An argument, or an environment variable in its place, that does not do. */
  public static CommandException badArgument(String message) {
    return new CommandException(ExitCode.BAD_ARGUMENTS, message, null);
  }

  /** What a rule of Penstock forbids, with the cure. */
  public static CommandException refused(String message) {
    return new CommandException(ExitCode.REFUSED, message, null);
  }

  /** What the process ends with. */
  public ExitCode exitCode() {
    return exitCode;
  }
}
