package dev.penstock.cli.command;

import dev.penstock.cli.column.ColumnList;
import dev.penstock.cli.report.ExitCode;
import dev.penstock.cli.report.SchemaReport;
import dev.penstock.cli.source.Source;
import dev.penstock.cli.source.SourceTable;
import dev.penstock.cli.source.SourceUri;
import dev.penstock.cli.source.Sources;
import dev.penstock.cli.source.Wanted;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the columns of a source, and why they are what they are. One owner thread. */
@Command(
    name = "schema",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the columns that a table made for a source gets: name, type, and why.",
      "A file is read whole. Its types are the narrowest that keep every value as it is; for a"
          + " number, date or time it says which value kept it from a narrower one. Nothing is written."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  penstock schema orders.csv",
      "  penstock schema 'csv://orders.csv?delimiter=;&null=N/A'",
      "  penstock schema --columns 'zip:STRING,price:NUMERIC(10,2)' orders.csv",
      "  penstock schema --json events.jsonl.gz"
    })
public final class SchemaCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE|URI",
      description =
          "A file that ends in .csv, .tsv, .jsonl, .ndjson (also with .gz) or .parquet, or a URI:"
              + " csv://, jsonl://, parquet://, postgresql://.")
  private String from;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "The table of a database; SCHEMA.NAME outside of its default schema.")
  private @Nullable String table;

  @Option(
      names = "--columns",
      paramLabel = "NAME:TYPE,...",
      description = "Types that are settled. Every row is checked for them.")
  private @Nullable String columns;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Source source = Sources.open(SourceUri.parse("FILE|URI", from), table);
    Wanted wanted =
        columns == null
            ? Wanted.NOTHING
            : new Wanted(ColumnList.parse("--columns", columns), List.of(), (done, total) -> {});
    SourceTable found = source.inspect(wanted);
    SchemaReport report =
        new SchemaReport(
            source.tableName(), found.columns(), found.primaryKey(), found.rowCount().orElse(-1));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      report.printJson(out);
    } else {
      report.print(out);
    }
    out.flush();
    return ExitCode.DONE.code();
  }
}
