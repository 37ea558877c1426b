package dev.penstock.cli.command;

import dev.penstock.cli.destination.BigQueryUri;
import dev.penstock.cli.destination.OpenBigQuery;
import dev.penstock.cli.query.ResultFormat;
import dev.penstock.cli.report.CommandException;
import dev.penstock.cli.report.ExitCode;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.QueryResults;
import dev.penstock.core.job.QueryResults.Statement;
import dev.penstock.core.job.RestCalls;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.time.Time;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs one statement and prints its rows. One owner thread. */
@Command(
    name = "query",
    mixinStandardHelpOptions = true,
    description = {
      "Runs one GoogleSQL statement and prints its rows.",
      "It asks the local BigQuery of this user (the one in ~/.penstock/local, or where"
          + " $PENSTOCK_LOCAL_DIR says), unless --to or --project names another.",
      "There DATASET.TABLE is in project local, and PROJECT.DATASET.TABLE in any."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  penstock query 'SELECT COUNT(*) FROM shop.orders'",
      "  penstock query 'SELECT COUNT(*) FROM `p.shop.orders`'",
      "  penstock query --to bigquery://local/shop --format csv 'SELECT * FROM orders'",
      "  penstock query --project my-project 'SELECT 1'"
    })
public final class QueryCommand implements Callable<Integer> {
  private static final Duration CALL_BOUND = Duration.ofSeconds(60);

  /** As long as the service lets a query run (QT-019). */
  private static final Duration STATEMENT_BOUND =
      Duration.ofSeconds(ServiceLimits.QUERY_SECONDS.value());

  @Parameters(paramLabel = "STATEMENT", description = "The statement, in quotes of your shell.")
  private String sql;

  @Option(
      names = "--format",
      paramLabel = "table|csv|json",
      defaultValue = "table",
      description = "How the rows are printed; json is one object a line. Default: table")
  private ResultFormat format;

  @Option(
      names = "--to",
      paramLabel = "URI",
      description =
          "bigquery://local[/DATASET] or bigquery://PROJECT[/DATASET]; the dataset is that"
              + " of tables named without one.")
  private @Nullable String to;

  @Option(
      names = "--project",
      paramLabel = "PROJECT",
      description = "The same as --to bigquery://PROJECT.")
  private @Nullable String project;

  @Spec private CommandSpec spec;

  private final Map<String, String> environment;

  /** Reads the variables of an environment. */
  public QueryCommand(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public Integer call() {
    BigQueryUri uri = uri();
    PrintWriter out = spec.commandLine().getOut();
    try (OpenBigQuery open = OpenBigQuery.open(uri, environment)) {
      ResultFormat.Printer printer = format.open(out);
      OptionalLong changed = read(open, uri, printer);
      printer.end();
      changed.ifPresent(
          rows ->
              spec.commandLine()
                  .getErr()
                  .println(rows == 1 ? "1 row changed" : rows + " rows changed"));
    }
    return ExitCode.DONE.code();
  }

  private OptionalLong read(OpenBigQuery open, BigQueryUri uri, ResultFormat.Printer printer) {
    try {
      return new QueryResults(
              open.connection(),
              new RestCalls(open.connection().rest(), Time.SYSTEM, CALL_BOUND),
              Time.SYSTEM)
          .read(new Statement(sql, uri.dataset(), uri.location(), STATEMENT_BOUND), printer);
    } catch (IngestException e) {
      throw new IngestException(e.code(), e.getMessage() + place(e.code(), open), e);
    }
  }

  /** Where a table was looked for. */
  private static String place(ErrorCode code, OpenBigQuery open) {
    boolean unknown = code == ErrorCode.TABLE_NOT_FOUND || code == ErrorCode.DATASET_NOT_FOUND;
    return unknown && !open.place().isEmpty() ? " It was looked for in " + open.place() + "." : "";
  }

  private BigQueryUri uri() {
    if (to != null && project != null) {
      throw CommandException.badArgument("--to and --project: both given (expected: one)");
    }
    if (to != null) {
      return BigQueryUri.parse("--to", to);
    }
    return project == null
        ? BigQueryUri.local()
        : BigQueryUri.parse("--project", "bigquery://" + project);
  }
}
