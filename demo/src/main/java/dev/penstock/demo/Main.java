package dev.penstock.demo;

import dev.penstock.demo.operations.ResultsFile;
import dev.penstock.demo.page.PageServer;
import dev.penstock.demo.progress.Progress;
import dev.penstock.demo.stack.ParentWatch;
import dev.penstock.demo.stack.Stack;
import dev.penstock.demo.stack.StackException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of the demo. One owner thread. */
@Command(
    name = "penstock demo",
    mixinStandardHelpOptions = true,
    description = {
      "Copies PostgreSQL to local BigQuery through Debezium, Kafka and Connect, all on this machine,"
          + " and compares every row.",
      "Exit code 0: identical; 1: rows differ, or a part failed; 2: bad arguments."
    })
public final class Main implements Callable<Integer> {
  private static final int SHOWN_FAULTS = 50;
  private static final int HELP_WIDTH = 100;

  /** What shells report for a process that Ctrl-C ended. */
  private static final int INTERRUPTED = 130;

  @Option(names = "--headless", description = "No web page; end after the comparison.")
  private boolean headless;

  @Option(
      names = "--assert",
      description = "End after the comparison with its exit code, with the web page too.")
  private boolean asserting;

  @Option(
      names = "--rate",
      defaultValue = "1500",
      paramLabel = "N",
      description =
          "Row changes a second, at most, once the tables are filled; 2..1000000. Default:"
              + " ${DEFAULT-VALUE}")
  private int rate;

  @Option(
      names = "--seconds",
      defaultValue = "12",
      paramLabel = "N",
      description = "Duration of the random changes, 1..86400. Default: ${DEFAULT-VALUE}")
  private int seconds;

  @Option(
      names = "--rows",
      defaultValue = "12000",
      paramLabel = "N",
      description =
          "Rows that the changed tables are filled with and have in the end, at least;"
              + " 2..10000000. Default: ${DEFAULT-VALUE}")
  private int rows;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Write the results of the 32 operations to this file, in a directory that exists.")
  private @Nullable Path json;

  @Spec private CommandSpec spec;

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final AtomicBoolean concluded = new AtomicBoolean();
  private final AtomicBoolean interrupted = new AtomicBoolean();

  /**
   * Runs and exits. With the system property {@code penstock.ends-with-input} it also ends when its
   * input does, as the process that set it is gone then.
   */
  public static void main(String[] arguments) {
    if (Boolean.getBoolean("penstock.ends-with-input")) {
      ParentWatch.start(() -> System.exit(INTERRUPTED));
    }
    System.exit(commandLine().execute(arguments));
  }

  /** The command line without the exit. */
  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setUsageHelpWidth(HELP_WIDTH)
        .setParameterExceptionHandler(Main::refuse);
  }

  private static int refuse(CommandLine.ParameterException failure, String[] arguments) {
    return refuse(String.valueOf(failure.getMessage()), failure.getCommandLine().getErr()::println);
  }

  private static int refuse(String problem, Consumer<String> err) {
    err.accept("penstock demo: " + problem + ". See `penstock demo --help`.");
    return CommandLine.ExitCode.USAGE;
  }

  @Override
  public Integer call() throws InterruptedException {
    DemoOptions options;
    try {
      ResultsFile file = json == null ? null : ResultsFile.at(json);
      options = new DemoOptions(rows, rate, Duration.ofSeconds(seconds), file);
    } catch (IllegalArgumentException e) {
      return refuse(String.valueOf(e.getMessage()), spec.commandLine().getErr()::println);
    }
    Progress progress = new Progress(out::println);
    try (Stack stack = new Stack(progress::note)) {
      Thread hook = new Thread(() -> interrupt(stack), "close-stack");
      Runtime.getRuntime().addShutdownHook(hook);
      return run(stack, progress, options);
    }
  }

  /** Runs at every end of the process; only before the verdict does it break something off. */
  private void interrupt(Stack stack) {
    if (!concluded.get()) {
      interrupted.set(true);
      out.println("interrupted: stopping everything");
    }
    stack.close();
  }

  private int run(Stack stack, Progress progress, DemoOptions options) throws InterruptedException {
    if (headless) {
      return verdict(stack, progress, options);
    }
    try (PageServer page = PageServer.start(progress)) {
      out.println("The run is shown at " + page.url());
      int code = verdict(stack, progress, options);
      if (!asserting && !interrupted.get()) {
        out.println("The page stays at " + page.url() + " until Ctrl-C.");
        new CountDownLatch(1).await();
      }
      return code;
    }
  }

  private int verdict(Stack stack, Progress progress, DemoOptions options) {
    try {
      Verdict verdict = new Demo(stack, progress, options).run();
      concluded.set(true);
      verdict.faults().stream().limit(SHOWN_FAULTS).forEach(out::println);
      if (verdict.faults().size() > SHOWN_FAULTS) {
        out.println("… and " + (verdict.faults().size() - SHOWN_FAULTS) + " more");
      }
      out.println(verdict.line());
      return verdict.isIdentical() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    } catch (StackException e) {
      if (!interrupted.get()) {
        concluded.set(true);
        progress.end(false, "failed: " + e.getMessage());
        err.println(stack.logTails());
        err.println(e.getMessage());
      }
      return CommandLine.ExitCode.SOFTWARE;
    }
  }
}
