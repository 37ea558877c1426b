package dev.penstock.benchmarks.property;

import dev.penstock.benchmarks.Benchmark;
import dev.penstock.benchmarks.BenchmarkArgument;
import dev.penstock.benchmarks.Measurements;
import dev.penstock.benchmarks.client.GoneException;
import java.util.List;

/** Random histories of local BigQuery beside their models. Immutable. */
public final class LocalPropertiesBenchmark implements Benchmark {
  private static final BenchmarkArgument HISTORIES =
      new BenchmarkArgument("HISTORIES", 10_000, 1, 10_000_000);
  private static final long SEED = 1;

  @Override
  public String name() {
    return "local-properties";
  }

  @Override
  public String description() {
    return "random streams and changes in local BigQuery, beside their models (goal: equal)";
  }

  /**
   * {@inheritDoc}
   *
   * @param arguments the number of histories of each kind, by default 10,000
   */
  @Override
  public Measurements run(List<String> arguments) throws Exception {
    int count = HISTORIES.of(arguments);
    Measurements measurements = new Measurements();
    add(measurements, "streams", StreamHistory::new, count);
    add(measurements, "changes", ChangeHistory::new, count);
    return measurements;
  }

  private static void add(
      Measurements measurements, String name, PropertyTrials.Kind kind, int count)
      throws GoneException, InterruptedException {
    long began = System.nanoTime();
    List<String> faults = PropertyTrials.run(kind, SEED, count);
    faults.stream().limit(20).forEach(System.out::println);
    measurements
        .add("histories of " + name, count, "")
        .add("a history of " + name, (System.nanoTime() - began) / 1e6 / count, "ms")
        .add("histories of " + name + " that differ", faults.size(), "", 0, 0);
  }
}
