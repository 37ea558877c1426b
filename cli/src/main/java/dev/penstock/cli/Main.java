package dev.penstock.cli;

import dev.penstock.cli.command.BenchCommand;
import dev.penstock.cli.command.DemoCommand;
import dev.penstock.cli.command.LoadCommand;
import dev.penstock.cli.command.PlanCommand;
import dev.penstock.cli.command.QueryCommand;
import dev.penstock.cli.command.SchemaCommand;
import dev.penstock.cli.command.ServeCommand;
import dev.penstock.cli.command.VerifyGcpCommand;
import dev.penstock.cli.report.CommandException;
import dev.penstock.cli.report.ExitCode;
import dev.penstock.core.error.IngestException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
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
    exitCodeListHeading = "%nExit codes:%n")
public final class Main implements Callable<Integer> {
  /** Commands that pass all arguments on to the process they start. */
  private static final Set<String> STARTED = Set.of("demo");

  private static final int HELP_WIDTH = 100;

  @Spec private CommandSpec spec;

  /** Runs and exits. */
  public static void main(String[] arguments) {
    int code;
    try (Interruption interruption = Interruption.ofThisThread()) {
      code = commandLine(System.getenv()).execute(arguments);
    }
    System.exit(code);
  }

  /**
   * The command line without the exit, which tests run too.
   *
   * @param environment the variables that commands read
   */
  public static CommandLine commandLine(Map<String, String> environment) {
    CommandLine commandLine =
        new CommandLine(new Main())
            .addSubcommand(new LoadCommand(environment))
            .addSubcommand(new PlanCommand(environment))
            .addSubcommand(new SchemaCommand())
            .addSubcommand(new QueryCommand(environment))
            .addSubcommand(new ServeCommand(environment))
            .addSubcommand(new DemoCommand())
            .addSubcommand(new BenchCommand())
            .addSubcommand(new VerifyGcpCommand(environment))
            .addSubcommand(new CommandLine.HelpCommand())
            .setExecutionExceptionHandler(Main::explain)
            .setParameterExceptionHandler(new ArgumentRefusal())
            .setExecutionStrategy(new ArgumentRefusal())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUsageHelpWidth(HELP_WIDTH);
    Map<String, String> codes = new LinkedHashMap<>();
    for (ExitCode code : ExitCode.values()) {
      codes.put(Integer.toString(code.code()), code.meaning());
    }
    commandLine.getCommandSpec().usageMessage().exitCodeList(codes);
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
    int code;
    if (failure instanceof CommandException known) {
      code = known.exitCode().code();
    } else if (failure instanceof IngestException known) {
      code = ExitCode.of(known.code()).code();
    } else {
      throw failure;
    }
    PrintWriter err = commandLine.getErr();
    err.println("penstock: " + failure.getMessage());
    err.flush();
    return code;
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
