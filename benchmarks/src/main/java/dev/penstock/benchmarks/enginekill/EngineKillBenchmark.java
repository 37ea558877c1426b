package dev.penstock.benchmarks.enginekill;

import dev.penstock.benchmarks.Benchmark;
import dev.penstock.benchmarks.BenchmarkArgument;
import dev.penstock.benchmarks.Measurements;
import dev.penstock.benchmarks.enginekill.EngineTrials.Trial;
import dev.penstock.core.publish.LoadMethod;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Kills loads by pending streams and by load jobs, and repeats them. Immutable. */
public final class EngineKillBenchmark implements Benchmark {
  private static final BenchmarkArgument TRIALS = new BenchmarkArgument("TRIALS", 100, 1, 100_000);
  private static final long SEED = 6;
  private static final int MOST_KILLS = 2;

  @Override
  public String name() {
    return "engine-kill";
  }

  @Override
  public String description() {
    return "kill -9 of loads by streams and by jobs, repeated by run id (goal: each row once)";
  }

  /**
   * {@inheritDoc}
   *
   * @param arguments the number of trials of each way, by default 100
   */
  @Override
  public Measurements run(List<String> arguments) throws Exception {
    int trials = TRIALS.of(arguments);
    Measurements measurements = new Measurements();
    Path directory = Files.createTempDirectory("engine-kill");
    try (EngineTrials engine = EngineTrials.start(directory, SEED, MOST_KILLS)) {
      for (LoadMethod method : LoadMethod.values()) {
        Duration unkilled = engine.unkilled(method);
        int kills = 0;
        int found = 0;
        int faults = 0;
        for (int number = 1; number <= trials; number++) {
          Trial trial = engine.trial(number, method, unkilled);
          print(trial);
          kills += trial.kills().size();
          found += trial.found() ? 1 : 0;
          faults += trial.faults().size();
        }
        measurements
            .add(method + ": trials", trials, "loads")
            .add(method + ": kills", kills, "kills")
            .add(method + ": rows that a repetition found", found, "loads")
            .add(method + ": faults", faults, "", 0, 0);
      }
    }
    return measurements;
  }

  private static void print(Trial trial) {
    System.out.printf(
        Locale.ROOT,
        "%3d  %-13s  killed %s, then %s%n",
        trial.number(),
        trial.method(),
        String.join(", ", trial.kills()),
        trial.found() ? "found its rows" : "loaded them");
    trial.faults().forEach(fault -> System.out.println("    " + fault));
  }
}
