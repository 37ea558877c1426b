package dev.penstock.cli.command;

import dev.penstock.cli.load.LoadRequest;
import dev.penstock.cli.load.LoadSession;
import dev.penstock.cli.report.CommandException;
import dev.penstock.cli.report.ExitCode;
import dev.penstock.cli.report.RunView;
import dev.penstock.cli.report.RunViews;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.publish.LoadMethod;
import dev.penstock.core.publish.PublishPlan;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Loads the rows of a source into a table. One owner thread. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    customSynopsis = "penstock load --from SOURCE --to URI [OPTION...]",
    description = {
      "Loads the rows of a file or a database table into a BigQuery table, all of them or none.",
      "The table is created or extended as the rows need it. `penstock plan` tells the steps first."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  penstock load --from orders.csv --to bigquery://local/shop",
      "  penstock load --from orders.csv --to bigquery://local/shop \\",
      "      --strategy merge --primary-key id",
      "  PGPASSWORD=secret penstock load --from postgresql://me@db.example.com/shop \\",
      "      --table public.orders --to bigquery://my-project/shop --create-dataset"
    })
public final class LoadCommand implements Callable<Integer> {
  @Mixin private LoadOptions options;

  @Option(
      names = "--plan",
      order = 20,
      description = "Only tell the steps, as `penstock plan` does.")
  private boolean planOnly;

  @Option(
      names = "--json",
      order = 21,
      description = "Tell the run as JSON lines on standard output.")
  private boolean json;

  @Spec private CommandSpec spec;

  private final Map<String, String> environment;

  /** Reads the variables of an environment. */
  public LoadCommand(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    if (options.isEmpty()) {
      spec.commandLine().usage(err);
      return ExitCode.BAD_ARGUMENTS.code();
    }
    LoadRequest request = options.request();
    PrintWriter out = spec.commandLine().getOut();
    if (planOnly) {
      return PlanCommand.plan(request, environment, out, err, json);
    }
    try (RunView view = json ? RunViews.json(out) : RunViews.text(out, err, environment)) {
      return run(request, view);
    }
  }

  private int run(LoadRequest request, RunView view) {
    LoadMethod method = null;
    try (LoadSession session = LoadSession.open(request, environment, view)) {
      session.prepare();
      PublishPlan plan = session.plan();
      method = plan.request().method();
      view.finished(session.run(plan));
      return ExitCode.DONE.code();
    } catch (IngestException e) {
      String message = e.getMessage() + cure(e.code(), method);
      view.failed(message, ExitCode.of(e.code()));
      throw new IngestException(e.code(), message, e);
    } catch (CommandException e) {
      view.failed(String.valueOf(e.getMessage()), e.exitCode());
      throw e;
    }
  }

  /** What only the command line can say: which option would help. */
  private static String cure(ErrorCode code, @Nullable LoadMethod method) {
    if (code == ErrorCode.EMPTY_SOURCE) {
      return " --on-empty=replace allows it.";
    }
    if (code == ErrorCode.ROW_TOO_LARGE && method == LoadMethod.LOAD_JOB) {
      return " --load-method=streams takes rows of up to 20 MB.";
    }
    return code == ErrorCode.RUN_ID_USED ? " Name it by --run-id, or leave that out." : "";
  }

  /** An enum's constant as users write it. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
