package dev.penstock.benchmarks;

import java.util.List;

/**
 * The one argument that says how much a benchmark does. Immutable.
 *
 * @param name as it stands in the list of benchmarks, for example {@code SECONDS}
 * @param missing the value without an argument
 */
public record BenchmarkArgument(String name, int missing, int min, int max) {
  /** Arguments that do not do; the message says what does. */
  public static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Refused(String message) {
      super(message);
    }
  }

  /**
   * Reads it.
   *
   * @throws Refused if it is not a number in the range, or there are several
   */
  public int of(List<String> arguments) {
    if (arguments.isEmpty()) {
      return missing;
    }
    int value = number(arguments.get(0));
    if (arguments.size() > 1 || value < min || value > max) {
      throw new Refused(
          name
              + ": "
              + String.join(" ", arguments)
              + " (expected: one number, "
              + min
              + ".."
              + max
              + ")");
    }
    return value;
  }

  /** Below every range when the text is no number. */
  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return Integer.MIN_VALUE;
    }
  }
}
