package dev.penstock.benchmarks.destinations;

import dev.penstock.benchmarks.Benchmark;
import dev.penstock.benchmarks.BenchmarkArgument;
import dev.penstock.benchmarks.Measurements;
import dev.penstock.benchmarks.client.Server;
import dev.penstock.benchmarks.process.Child;
import dev.penstock.benchmarks.process.Memory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * 1,000 tables written in turn by one task of 256 MB heap, with the engine's defaults: each table
 * has its own connection while it needs one, 100 at once, and then all tables share them. The
 * server acknowledges without storing. Immutable.
 */
public final class DestinationsBenchmark implements Benchmark {
  private static final BenchmarkArgument MINUTES = new BenchmarkArgument("MINUTES", 10, 1, 1_440);
  private static final int TABLES = 1_000;
  private static final double GOAL_GROWTH = 1.1;

  @Override
  public String name() {
    return "destinations";
  }

  @Override
  public String description() {
    return "1,000 tables in turn at 256 MB of heap (goal: memory does not grow) [MINUTES]";
  }

  /**
   * {@inheritDoc}
   *
   * @param arguments the minutes of each way, by default 10
   */
  @Override
  public Measurements run(List<String> arguments) throws Exception {
    Duration length = Duration.ofMinutes(MINUTES.of(arguments));
    Measurements measurements =
        new Measurements()
            .add("minutes", (double) length.toMinutes(), "min")
            .add("tables", TABLES, "");
    measure(measurements, length, "own connections", false);
    measure(measurements, length, "shared connections", true);
    return measurements;
  }

  private static void measure(
      Measurements measurements, Duration length, String way, boolean shared) throws Exception {
    Path directory = Files.createTempDirectory("destinations");
    try (Server server = Server.start(directory, List.of("-Xmx1g"), "--ack-only")) {
      server.rest().createDataset();
      try (Child client =
          Child.start(
              DestinationsClient.class.getName(),
              List.of("-Xmx256m", "-XX:MaxDirectMemorySize=256m"),
              List.of(
                  server.grpcTarget(),
                  server.restUrl(),
                  Integer.toString(TABLES),
                  Long.toString(length.toSeconds()),
                  Boolean.toString(shared)))) {
        Memory memory = new Memory(client.pid());
        List<Report> reports = new ArrayList<>();
        for (String line = client.line(); line != null; line = client.line()) {
          reports.add(Report.parse(line));
          if (client.isAlive()) {
            memory.sample(reports.size());
          }
          System.out.println(way + ": " + line);
        }
        add(measurements, way, memory, reports, length);
      }
    }
  }

  private static void add(
      Measurements measurements, String way, Memory memory, List<Report> reports, Duration length) {
    Report last = reports.get(reports.size() - 1);
    measurements
        .add(
            way + ", rows a second",
            (double) (last.appended() - TABLES) / length.toSeconds(),
            "rows/s")
        .add(
            way + ", rows without an answer at the end",
            (double) last.appended() - last.stored(),
            "",
            0,
            0)
        .add(way + ", largest heap that lives", (double) Report.largestLive(reports), "MB")
        .add(way + ", largest resident memory", memory.largestMb(), "MB")
        .add(
            way + ", resident, last quarter / third quarter",
            memory.meanMb(0.75, 1) / memory.meanMb(0.5, 0.75),
            "x",
            GOAL_GROWTH,
            GOAL_GROWTH);
  }
}
