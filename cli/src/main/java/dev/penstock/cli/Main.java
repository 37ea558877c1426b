package dev.penstock.cli;

import dev.penstock.cli.command.BenchCommand;
import dev.penstock.cli.command.CommandException;
import dev.penstock.cli.command.DemoCommand;
import dev.penstock.cli.command.ServeCommand;
import dev.penstock.cli.command.VerifyGcpCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The top of the command line. One owner thread. */
@Command(
    name = "penstock",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description = "Moves data into BigQuery, and runs one on this machine.",
    subcommands = {
      DemoCommand.class,
      ServeCommand.class,
      BenchCommand.class,
      VerifyGcpCommand.class,
      CommandLine.HelpCommand.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed, with the reason", "2:bad arguments"})
public final class Main implements Callable<Integer> {
  /** Commands that pass all arguments on to the process they start. */
  private static final Set<String> STARTED = Set.of("demo");

  @Spec private CommandSpec spec;

  /** Runs and exits. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command line without the exit, which tests run too. */
  public static CommandLine commandLine() {
    CommandLine commandLine =
        new CommandLine(new Main())
            .setExecutionExceptionHandler(Main::explain)
            .setParameterExceptionHandler(new ArgumentRefusal());
    commandLine
        .getSubcommands()
        .forEach(
            (name, command) ->
                command.setUnmatchedOptionsArePositionalParams(STARTED.contains(name)));
    return commandLine;
  }

  /** A failure that the user can act on is one message; anything else keeps its trace. */
  private static int explain(
      Exception failure, CommandLine commandLine, CommandLine.ParseResult arguments)
      throws Exception {
    if (failure instanceof CommandException known) {
      PrintWriter err = commandLine.getErr();
      err.println("penstock: " + failure.getMessage());
      err.flush();
      return known.exitCode();
    }
    throw failure;
  }

  /** Without a command it shows the commands. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return CommandLine.ExitCode.USAGE;
  }

  /** The version that the build wrote. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
      try (InputStream text = Main.class.getResourceAsStream("version.txt")) {
        if (text == null) {
          throw new IOException("version.txt is missing in the artifact");
        }
        return new String[] {new String(text.readAllBytes(), StandardCharsets.UTF_8).strip()};
      }
    }
  }
}
