package dev.penstock.benchmarks.encode;

import dev.penstock.benchmarks.Benchmark;
import dev.penstock.benchmarks.BenchmarkArgument;
import dev.penstock.benchmarks.Measurements;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Connect structs to wire bytes with all checks on, as a multiple of the hand-written encoder. Both
 * run in turns in one JVM; the figure is the median over new JVMs. Immutable.
 */
public final class EncodeBenchmark implements Benchmark {
  /** The name that JMH gives to the bytes allocated by one operation. */
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  private static final BenchmarkArgument REPEATS = new BenchmarkArgument("REPEATS", 3, 1, 1_000);
  private static final double FLOOR_RATIO = 2.8;
  private static final double GOAL_RATIO = 2.0;
  private static final double FLOOR_BYTES = 500;
  private static final double GOAL_BYTES = 64;

  @Override
  public String name() {
    return "encode";
  }

  @Override
  public String description() {
    return "Connect Struct to wire bytes against a hand-written encoder (goal 2.0 x, 64 B a row)";
  }

  /**
   * {@inheritDoc}
   *
   * @param arguments the number of repeats, by default 3
   */
  @Override
  public Measurements run(List<String> arguments) throws RunnerException {
    int repeats = REPEATS.of(arguments);
    List<Double> bound = new ArrayList<>();
    List<Double> ours = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    List<Double> allocated = new ArrayList<>();
    for (int i = 0; i < repeats; i++) {
      RunResult turns = measure("inTurns");
      double rows = secondary(turns, "rows");
      double boundNanos = secondary(turns, "handWrittenNanos") / rows;
      double nanos = secondary(turns, "connectStructNanos") / rows;
      bound.add(boundNanos);
      ours.add(nanos);
      ratios.add(nanos / boundNanos);
      allocated.add(secondary(measure("connectStruct"), ALLOCATED));
    }
    return new Measurements()
        .add("hand-written encoder", median(bound), "ns/row")
        .add("Connect Struct to wire bytes", median(ours), "ns/row")
        .add(
            "Connect Struct, multiple of hand-written",
            median(ratios),
            "x",
            FLOOR_RATIO,
            GOAL_RATIO)
        .add("Connect Struct, allocated", median(allocated), "B/row", FLOOR_BYTES, GOAL_BYTES);
  }

  private static double secondary(RunResult result, String name) {
    return Objects.requireNonNull(result.getSecondaryResults().get(name), name).getScore();
  }

  private static RunResult measure(String method) throws RunnerException {
    return new Runner(
            new OptionsBuilder()
                .include(EncodeState.class.getName().replace(".", "\\.") + "\\." + method + "$")
                .warmupIterations(5)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(5)
                .measurementTime(TimeValue.seconds(1))
                .forks(1)
                .threads(1)
                .jvmArgs("-Xmx1g", "-XX:+UseSerialGC")
                .addProfiler(GCProfiler.class)
                .build())
        .runSingle();
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }
}
