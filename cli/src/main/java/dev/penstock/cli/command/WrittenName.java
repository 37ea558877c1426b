package dev.penstock.cli.command;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/** The name of an option as the user wrote it. Immutable. */
public final class WrittenName {
  private WrittenName() {}

  /** Its name among the arguments; the longest where it is not there. */
  public static String of(OptionSpec option, List<String> arguments) {
    return Arrays.stream(option.names())
        .filter(
            name -> arguments.stream().anyMatch(a -> a.equals(name) || a.startsWith(name + "=")))
        .findFirst()
        .orElse(option.longestName());
  }
}
