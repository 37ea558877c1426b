package dev.penstock.demo;

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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
      description = "Row changes a second, at most. Default: ${DEFAULT-VALUE}")
  private int rate;

  @Option(
      names = "--seconds",
      defaultValue = "12",
      description = "Duration of the random changes. Default: ${DEFAULT-VALUE}")
  private int seconds;

  @Option(
      names = "--rows",
      defaultValue = "12000",
      description =
          "Rows that the changed tables have in the end, at least. Default: ${DEFAULT-VALUE}")
  private int rows;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the results of the 32 operations here.")
  private @Nullable Path json;

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final AtomicBoolean interrupted = new AtomicBoolean();

  /**
   * Runs and exits. With the system property {@code penstock.ends-with-input} it also ends when its
   * input does, as the process that set it is gone then.
   */
  public static void main(String[] arguments) {
    if (Boolean.getBoolean("penstock.ends-with-input")) {
      ParentWatch.start(() -> System.exit(INTERRUPTED));
    }
    System.exit(new CommandLine(new Main()).execute(arguments));
  }

  @Override
  public Integer call() throws InterruptedException {
    DemoOptions options;
    try {
      options = new DemoOptions(rows, rate, Duration.ofSeconds(seconds), json);
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      return CommandLine.ExitCode.USAGE;
    }
    Progress progress = new Progress(out::println);
    try (Stack stack = new Stack(progress::note)) {
      Thread hook = new Thread(() -> interrupt(stack), "close-stack");
      Runtime.getRuntime().addShutdownHook(hook);
      return run(stack, progress, options);
    }
  }

  private void interrupt(Stack stack) {
    interrupted.set(true);
    stack.close();
  }

  private int run(Stack stack, Progress progress, DemoOptions options) throws InterruptedException {
    if (headless) {
      return verdict(stack, progress, options);
    }
    try (PageServer page = PageServer.start(progress)) {
      out.println("The run is shown at " + page.url());
      int code = verdict(stack, progress, options);
      if (!asserting) {
        out.println("The page stays at " + page.url() + " until Ctrl-C.");
        new CountDownLatch(1).await();
      }
      return code;
    }
  }

  private int verdict(Stack stack, Progress progress, DemoOptions options) {
    try {
      Verdict verdict = new Demo(stack, progress, options).run();
      verdict.faults().stream().limit(SHOWN_FAULTS).forEach(out::println);
      if (verdict.faults().size() > SHOWN_FAULTS) {
        out.println("… and " + (verdict.faults().size() - SHOWN_FAULTS) + " more");
      }
      out.println(verdict.line());
      return verdict.isIdentical() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    } catch (StackException e) {
      if (!interrupted.get()) {
        progress.end(false, "failed: " + e.getMessage());
        err.println(stack.logTails());
        err.println(e.getMessage());
      }
      return CommandLine.ExitCode.SOFTWARE;
    }
  }
}
