package dev.penstock.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Starts a benchmark as a process. One owner thread. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description =
        "Runs a benchmark and writes docs/measurements/NAME.json. Without a name it lists them.",
    footerHeading = "%nBenchmarks:%n",
    footer = {
      "  encode           [REPEATS]    rows to bytes, road by road, beside a hand-written encoder",
      "  append           [ROUNDS]     appends of the engine, beside raw gRPC and StreamWriter",
      "  destinations     [MINUTES]    1,000 tables in turn at 256 MB of heap, each way",
      "  sink             [ROWS]       CPU of the Kafka sink task for each row",
      "  flink-sink       [ROWS]       CPU of the Flink sink, beside the engine alone",
      "  load             [ROWS]       penstock load from CSV and PostgreSQL, beside both ends",
      "  latency          [SECONDS]    PostgreSQL commit to row in local BigQuery",
      "  kill             [TRIALS]     kill -9 of local BigQuery and of the Connect worker in turn",
      "  engine-kill      [TRIALS]     kill -9 of loads, repeated under their run ids",
      "  local-kill       [TRIALS]     kill -9 of local BigQuery in each kind of work",
      "  local-ratios     [ROWS]       local BigQuery beside bare DuckDB, a query, its start",
      "  local-soak       [MINUTES]    mixed load on local BigQuery, and its memory meanwhile",
      "  local-properties [HISTORIES]  random streams and changes of local BigQuery, beside models",
    })
public final class BenchCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "The benchmark, see below.")
  private @Nullable String name;

  @Parameters(
      index = "1..*",
      paramLabel = "ARGUMENT",
      description = "How much of it; each benchmark has a default.")
  private List<String> arguments = new ArrayList<>();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (name == null) {
      spec.commandLine().usage(spec.commandLine().getOut());
      return 0;
    }
    List<String> passed = new ArrayList<>(List.of(name));
    passed.addAll(arguments);
    return new ModuleProcess("benchmarks")
        .run(
            List.of(
                "-Xmx1g",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                // What servers that are killed leave behind goes with this process's directory.
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir")),
            "dev.penstock.benchmarks.Main",
            passed);
  }
}
