package dev.penstock.local;

import dev.penstock.local.database.DataDirectory;
import org.jspecify.annotations.Nullable;

/**
 * An option that a local BigQuery cannot start with. The message is {@code option: value (expected:
 * rule)}; a command line shows its own name of the option before {@link #problem}. Immutable.
 */
public final class LocalOptionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String option;
  private final String problem;

  LocalOptionException(String option, String problem, @Nullable Throwable cause) {
    super(option + ": " + problem, cause);
    this.option = option;
    this.problem = problem;
  }

  /** The component of {@link LocalOptions} that is to blame, for example {@code restPort}. */
  public String option() {
    return option;
  }

  /** The value, why it does not do, and what does. */
  public String problem() {
    return problem;
  }

  /** Whether another process has the data directory, for now. */
  public boolean isDirectoryInUse() {
    return getCause() instanceof DataDirectory.InUseException;
  }
}
