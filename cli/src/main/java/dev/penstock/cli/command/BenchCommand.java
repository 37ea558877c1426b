package dev.penstock.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Starts a benchmark as a process. One owner thread. */
@Command(
    name = "bench",
    description =
        "Runs a benchmark and writes docs/measurements/NAME.json. Without a name it lists them.")
public final class BenchCommand implements Callable<Integer> {
  @Parameters(arity = "0..*", paramLabel = "NAME", description = "The benchmark and its arguments.")
  private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() {
    return new ModuleProcess("benchmarks")
        .run(
            List.of("-Xmx1g", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error"),
            "dev.penstock.benchmarks.Main",
            arguments);
  }
}
