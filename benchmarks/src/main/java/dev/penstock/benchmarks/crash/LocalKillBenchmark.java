package dev.penstock.benchmarks.crash;

import dev.penstock.benchmarks.Benchmark;
import dev.penstock.benchmarks.BenchmarkArgument;
import dev.penstock.benchmarks.Measurements;
import dev.penstock.benchmarks.crash.CrashTrials.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Kills local BigQuery in the middle of each kind of work. Immutable. */
public final class LocalKillBenchmark implements Benchmark {
  private static final BenchmarkArgument TRIALS = new BenchmarkArgument("TRIALS", 200, 1, 100_000);
  private static final long SEED = 5;

  @Override
  public String name() {
    return "local-kill";
  }

  @Override
  public String description() {
    return "kill -9 of local BigQuery in appends, changes, loads, copies, DML (goal: nothing lost)";
  }

  /**
   * {@inheritDoc}
   *
   * @param arguments the number of trials, by default 200
   */
  @Override
  public Measurements run(List<String> arguments) throws Exception {
    int trials = TRIALS.of(arguments);
    Path directory = Files.createTempDirectory("local-kill");
    List<Trial> done = new CrashTrials(directory, SEED, 1).run(trials, LocalKillBenchmark::print);
    Measurements measurements = new Measurements().add("trials", done.size(), "kills");
    Map<String, Integer> acknowledged = new TreeMap<>();
    done.forEach(
        trial ->
            trial.acknowledged().forEach((work, n) -> acknowledged.merge(work, n, Integer::sum)));
    acknowledged.forEach((work, n) -> measurements.add("acknowledged: " + work, n, "effects"));
    return measurements
        .add("longest restart", longestSeconds(done), "s")
        .add("faults", done.stream().mapToInt(trial -> trial.faults().size()).sum(), "", 0, 0);
  }

  private static double longestSeconds(List<Trial> trials) {
    return trials.stream().mapToLong(trial -> trial.restart().toMillis()).max().orElse(0) / 1e3;
  }

  private static void print(Trial trial) {
    System.out.printf(
        Locale.ROOT,
        "%3d  up again after %5.2f s  %s%n",
        trial.number(),
        trial.restart().toMillis() / 1e3,
        trial.acknowledged());
    trial.faults().forEach(fault -> System.out.println("    " + fault));
  }
}
