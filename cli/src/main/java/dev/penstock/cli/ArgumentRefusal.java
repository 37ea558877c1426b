package dev.penstock.cli;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in one line what is wrong with the arguments of any command. Immutable. */
final class ArgumentRefusal implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(
        "penstock: "
            + problem(failure)
            + ". See `"
            + command.getCommandSpec().qualifiedName()
            + " --help`.");
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }

  private static String problem(ParameterException failure) {
    if (failure instanceof UnmatchedArgumentException unmatched) {
      List<String> meant = unmatched.getSuggestions();
      return unmatched.getUnmatched().get(0)
          + ": no option or command"
          + (meant.isEmpty() ? "" : " (expected: " + meant.get(0) + "?)");
    }
    if (failure.getArgSpec() instanceof OptionSpec option && failure.getValue() != null) {
      boolean number = Number.class.isAssignableFrom(boxed(option.type()));
      return option.longestName()
          + ": "
          + failure.getValue()
          + (number ? " (expected: a whole number)" : " (expected: " + option.paramLabel() + ")");
    }
    return String.valueOf(failure.getMessage());
  }

  private static Class<?> boxed(Class<?> type) {
    return type == int.class ? Integer.class : type;
  }
}
