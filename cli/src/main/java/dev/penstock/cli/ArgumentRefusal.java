package dev.penstock.cli;

import dev.penstock.cli.command.WrittenName;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in one line what is wrong with the arguments of any command. Immutable. */
final class ArgumentRefusal implements IParameterExceptionHandler, IExecutionStrategy {
  @Override
  public int handleParseException(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    if (failure instanceof MissingParameterException && arguments.length == 1) {
      command.usage(err);
      err.println();
      err.println("penstock: " + problem(failure, List.of(arguments)) + ".");
      err.flush();
      return CommandLine.ExitCode.USAGE;
    }
    err.println(
        "penstock: "
            + problem(failure, List.of(arguments))
            + ". See `"
            + command.getCommandSpec().qualifiedName()
            + " --help`.");
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }

  /** Runs the command unless an argument has no character: that is a variable that is not set. */
  @Override
  public int execute(ParseResult parsed) {
    for (ParseResult level = parsed; level != null; level = level.subcommand()) {
      for (ArgSpec argument : level.matchedArgs()) {
        if (!argument.hidden()
            && argument.originalStringValues().stream().anyMatch(String::isBlank)) {
          throw new ParameterException(
              level.commandSpec().commandLine(),
              name(argument, parsed.originalArgs())
                  + ": '' (expected: "
                  + argument.paramLabel()
                  + (argument.isOption() ? ", or no such option" : "")
                  + ")");
        }
      }
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private static String name(ArgSpec argument, List<String> arguments) {
    return argument instanceof OptionSpec option
        ? WrittenName.of(option, arguments)
        : argument.paramLabel();
  }

  private static String problem(ParameterException failure, List<String> arguments) {
    if (failure instanceof UnmatchedArgumentException unmatched) {
      return unmatched(unmatched);
    }
    if (failure.getArgSpec() instanceof OptionSpec option && failure.getValue() != null) {
      boolean number = Number.class.isAssignableFrom(boxed(option.type()));
      return WrittenName.of(option, arguments)
          + ": "
          + failure.getValue()
          + (number ? " (expected: a whole number)" : " (expected: " + option.paramLabel() + ")");
    }
    String message = String.valueOf(failure.getMessage());
    return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
  }

  private static String unmatched(UnmatchedArgumentException failure) {
    String first = failure.getUnmatched().get(0);
    String command = failure.getCommandLine().getCommandName();
    if (!first.startsWith("-")) {
      if (command.equals("query")) {
        return first
            + ": a second argument (expected: the statement as one, in quotes: penstock query '"
            + statement(failure)
            + "')";
      }
      if (command.equals("load") || command.equals("plan")) {
        return first + ": no option (expected: --from " + first + ", or --to and a URI)";
      }
    }
    return first
        + ": no option or command"
        + meant(first, failure.getCommandLine())
            .map(word -> " (expected: " + word + "?)")
            .orElse("");
  }

  private static Optional<String> meant(String written, CommandLine command) {
    if (!written.startsWith("-")) {
      return MeantWord.find(written, command.getSubcommands().keySet());
    }
    int value = written.indexOf('=');
    return MeantWord.find(
        value < 0 ? written : written.substring(0, value),
        command.getCommandSpec().optionsMap().keySet());
  }

  /** The words that the shell took apart. */
  private static String statement(UnmatchedArgumentException failure) {
    Stream<String> taken =
        failure.getCommandLine().getCommandSpec().positionalParameters().stream()
            .flatMap(parameter -> parameter.stringValues().stream());
    return Stream.concat(taken, failure.getUnmatched().stream()).collect(Collectors.joining(" "));
  }

  private static Class<?> boxed(Class<?> type) {
    return type == int.class ? Integer.class : type;
  }
}
