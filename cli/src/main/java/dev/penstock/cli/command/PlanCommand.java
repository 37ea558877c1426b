package dev.penstock.cli.command;

import dev.penstock.cli.load.LoadRequest;
import dev.penstock.cli.load.LoadSession;
import dev.penstock.cli.report.ExitCode;
import dev.penstock.cli.report.RunView;
import dev.penstock.cli.report.RunViews;
import dev.penstock.core.publish.PublishPlan;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Tells what {@code load} would do. One owner thread. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    customSynopsis = "penstock plan --from SOURCE --to URI [OPTION...]",
    description = {
      "Tells the steps that `penstock load` would take with the same options, and changes nothing.",
      "With the SQL of the steps, why they were chosen, and what the table would lose."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  penstock plan --from orders.csv --to bigquery://local/shop \\",
      "      --strategy merge --primary-key id"
    })
public final class PlanCommand implements Callable<Integer> {
  @Mixin private LoadOptions options;

  @Option(names = "--json", order = 21, description = "Tell the plan as one JSON line.")
  private boolean json;

  @Spec private CommandSpec spec;

  private final Map<String, String> environment;

  /** Reads the variables of an environment. */
  public PlanCommand(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    if (options.isEmpty()) {
      spec.commandLine().usage(err);
      return ExitCode.BAD_ARGUMENTS.code();
    }
    return plan(options.request(), environment, spec.commandLine().getOut(), err, json);
  }

  static int plan(
      LoadRequest request,
      Map<String, String> environment,
      PrintWriter out,
      PrintWriter err,
      boolean json) {
    try (RunView view = RunViews.text(out, err, environment);
        LoadSession session = LoadSession.open(request, environment, view)) {
      PublishPlan plan = session.plan();
      view.close();
      out.print(json ? RunViews.json(plan) + "\n" : plan.text());
      out.flush();
      return ExitCode.DONE.code();
    }
  }
}
