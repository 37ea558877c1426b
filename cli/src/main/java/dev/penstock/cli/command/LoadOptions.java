package dev.penstock.cli.command;

import dev.penstock.cli.column.ColumnList;
import dev.penstock.cli.destination.BigQueryUri;
import dev.penstock.cli.destination.LoadChoice;
import dev.penstock.cli.load.LoadRequest;
import dev.penstock.cli.report.CommandException;
import dev.penstock.cli.source.SourceUri;
import dev.penstock.core.model.Column;
import dev.penstock.core.publish.Strategy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that {@code load} and {@code plan} share. One owner thread. */
final class LoadOptions {
  @Option(
      names = "--from",
      paramLabel = "SOURCE",
      order = 1,
      description = {
        "Where the rows come from: a file, or csv://FILE, jsonl://FILE,",
        "parquet://FILE, postgresql://USER@HOST/DATABASE (the password in",
        "PGPASSWORD)."
      })
  private @Nullable String from;

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      order = 2,
      description = "The table of a database, or query:SELECT ...")
  private @Nullable String table;

  @Option(
      names = "--to",
      paramLabel = "URI",
      order = 3,
      description = {
        "Where they go: bigquery://local/DATASET on this machine, or",
        "bigquery://PROJECT/DATASET[?credentials_path=FILE&location=EU]."
      })
  private @Nullable String to;

  @Option(
      names = "--into",
      paramLabel = "TABLE",
      order = 4,
      description = "The table they go into. Default: named as the source")
  private @Nullable String into;

  @Option(
      names = "--strategy",
      paramLabel = "replace|append|merge",
      order = 5,
      defaultValue = "replace",
      description =
          "What becomes of the rows that are there: replace them all, append to "
              + "them, or merge by the primary key. Default: ${DEFAULT-VALUE}")
  private StrategyWord strategy;

  @Option(
      names = "--primary-key",
      paramLabel = "COLUMNS",
      order = 6,
      split = ",",
      hideParamSyntax = true,
      description = "What tells rows apart. Default: the source's; for merge else the table's")
  private List<String> primaryKey = new ArrayList<>();

  @Option(
      names = "--order-by",
      paramLabel = "COLUMN",
      order = 7,
      description = "Of several rows with one key, the greatest here wins. Default: the last row")
  private @Nullable String orderBy;

  @Option(
      names = "--partition-by",
      paramLabel = "COLUMN[:hour|day|month|year]",
      order = 8,
      description =
          "Partition a new table by a DATE, DATETIME or TIMESTAMP, by the day unless said")
  private @Nullable String partitionBy;

  @Option(
      names = "--cluster-by",
      paramLabel = "COLUMNS",
      order = 9,
      split = ",",
      hideParamSyntax = true,
      description = "Cluster a new table, at most 4 columns. Default: the primary key")
  private List<String> clusterBy = new ArrayList<>();

  @Option(
      names = "--columns",
      paramLabel = "NAME:TYPE,...",
      order = 10,
      description = "Settle types before the source is read: id:INT64,price:NUMERIC(10,2)")
  private @Nullable String columns;

  @Option(
      names = "--on-empty",
      paramLabel = "fail|replace",
      order = 11,
      defaultValue = "fail",
      description = "What replace does when the source has no rows. Default: ${DEFAULT-VALUE}")
  private OnEmpty onEmpty;

  @Option(
      names = "--keep-required",
      order = 12,
      description = "Refuse rows that lack a REQUIRED column, rather than make it NULLABLE.")
  private boolean keepRequired;

  @Option(
      names = "--load-method",
      paramLabel = "auto|load-job|streams",
      order = 13,
      defaultValue = "auto",
      description = "How rows travel. Default: ${DEFAULT-VALUE}")
  private String loadMethod;

  @Option(
      names = "--create-dataset",
      order = 14,
      description = "Create the dataset when it does not exist; on this machine always.")
  private boolean createDataset;

  @Option(
      names = "--run-id",
      paramLabel = "ID",
      order = 15,
      description =
          "Names the run; [a-z0-9_], 40 at most. An append that is repeated "
              + "under its id adds nothing twice. Default: the time and a random number")
  private @Nullable String runId;

  private enum StrategyWord {
    REPLACE,
    APPEND,
    MERGE
  }

  private enum OnEmpty {
    FAIL,
    REPLACE
  }

  /** Whether nothing was said at all. */
  boolean isEmpty() {
    return from == null && to == null;
  }

  /**
   * What the options mean.
   *
   * @throws CommandException for a value that does not do, as IngestException INVALID_OPTION
   */
  LoadRequest request() {
    SourceUri source = SourceUri.parse("--from", required("--from", from, "a file or a URI"));
    BigQueryUri destination =
        BigQueryUri.parse("--to", required("--to", to, "bigquery://local/DATASET or another"));
    if (destination.dataset() == null) {
      throw CommandException.badArgument(
          "--to: " + destination + " (expected: a dataset too: " + destination + "/DATASET)");
    }
    return new LoadRequest(
        source,
        table,
        destination,
        destination.dataset(),
        into == null ? null : TargetName.parse("--into", into),
        meant(),
        primaryKey,
        orderBy,
        partitionBy == null ? null : PartitionOption.parse("--partition-by", partitionBy),
        clusterBy,
        columns(),
        LoadChoice.parse("--load-method", loadMethod),
        !keepRequired,
        createDataset,
        runId == null ? RunIds.fresh() : RunIds.parse("--run-id", runId),
        runId != null);
  }

  private Strategy meant() {
    if (onEmpty == OnEmpty.REPLACE && strategy != StrategyWord.REPLACE) {
      throw CommandException.badArgument(
          "--on-empty and --strategy: replace with "
              + LoadCommand.word(strategy)
              + " (expected: --on-empty=replace with --strategy=replace only)");
    }
    return switch (strategy) {
      case REPLACE -> new Strategy.Replace(onEmpty == OnEmpty.REPLACE);
      case APPEND -> new Strategy.Append();
      case MERGE -> new Strategy.Merge();
    };
  }

  private List<Column> columns() {
    return columns == null ? List.of() : ColumnList.parse("--columns", columns);
  }

  private static String required(String option, @Nullable String value, String expected) {
    if (value == null || value.isBlank()) {
      throw CommandException.badArgument(option + ": not given (expected: " + expected + ")");
    }
    return value;
  }
}
