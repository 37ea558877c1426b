package dev.penstock.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Starts the demo as a process. One owner thread. */
@Command(
    name = "demo",
    description =
        "Copies PostgreSQL to local BigQuery through Debezium, Kafka and Connect, and compares every"
            + " row. `penstock demo --help` lists its options.")
public final class DemoCommand implements Callable<Integer> {
  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() {
    return new ModuleProcess("demo")
        .run(
            List.of(
                "-Xmx640m",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error"),
            "dev.penstock.demo.Main",
            arguments);
  }
}
