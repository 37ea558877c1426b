package dev.penstock.benchmarks.encode;

import dev.penstock.benchmarks.Benchmark;
import dev.penstock.benchmarks.BenchmarkArgument;
import dev.penstock.benchmarks.Measurements;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Rows to bytes with all checks on, road by road, as a multiple of what each is compared with. Both
 * run in turns in one JVM; the figure is the median over new JVMs. Immutable.
 */
public final class EncodeBenchmark implements Benchmark {
  private static final BenchmarkArgument REPEATS = new BenchmarkArgument("REPEATS", 3, 1, 1_000);

  @Override
  public String name() {
    return "encode";
  }

  @Override
  public String description() {
    return "rows to bytes, road by road and shape by shape, against hand-written and others' code";
  }

  /**
   * {@inheritDoc}
   *
   * @param arguments the number of repeats, by default 3
   */
  @Override
  public Measurements run(List<String> arguments) throws RunnerException {
    int repeats = REPEATS.of(arguments);
    Measurements measurements = new Measurements();
    for (Lane lane : Lane.values()) {
      addRatio(measurements, lane, Shape.SAMPLE, "alone", measure(lane, false, repeats));
      addRatio(measurements, lane, Shape.SAMPLE, "after all", measure(lane, true, repeats));
    }
    for (Shape shape : Shape.values()) {
      if (shape != Shape.SAMPLE) {
        for (Lane lane : Lane.values()) {
          addRatio(measurements, lane, shape, "after all", measure(lane, shape, true));
        }
      }
    }
    return measurements;
  }

  /** What a road and its reference took for a row. */
  private record Costs(double referenceNanos, double nanos, double bytes) {
    double ratio() {
      return nanos / referenceNanos;
    }
  }

  private static void addRatio(
      Measurements measurements, Lane lane, Shape shape, String company, Costs costs) {
    String name = lane.title() + ", " + shape.title() + ", " + company;
    measurements.add(name, costs.nanos(), "ns/row");
    if (lane == Lane.JSON) {
      measurements.addAtLeast(
          lane.reference() + " / " + name,
          1 / costs.ratio(),
          "x",
          1 / lane.floor(),
          1 / lane.goal());
    } else {
      measurements.add(
          name + " / " + lane.reference(), costs.ratio(), "x", lane.floor(), lane.goal());
    }
    measurements.add(
        name + ", allocated", costs.bytes(), "B/row", lane.floorBytes(), lane.goalBytes());
    // A run takes minutes, so the newest figures show that it goes on.
    List<Measurements.Figure> figures = measurements.figures();
    figures.subList(figures.size() - 3, figures.size()).forEach(System.out::println);
  }

  /** The run of the median ratio. */
  private static Costs measure(Lane lane, boolean afterAll, int repeats) throws RunnerException {
    List<Costs> runs = new ArrayList<>();
    for (int i = 0; i < repeats; i++) {
      runs.add(measure(lane, Shape.SAMPLE, afterAll));
    }
    runs.sort(Comparator.comparingDouble(Costs::ratio));
    return runs.get(runs.size() / 2);
  }

  private static Costs measure(Lane lane, Shape shape, boolean afterAll) throws RunnerException {
    RunResult result =
        new Runner(
                new OptionsBuilder()
                    .include(EncodeState.class.getName().replace(".", "\\.") + "\\.inTurns$")
                    .param("lane", lane.name())
                    .param("shape", shape.name())
                    .param("afterAll", Boolean.toString(afterAll))
                    .warmupIterations(5)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(4)
                    .measurementTime(TimeValue.seconds(1))
                    .forks(1)
                    .threads(1)
                    .jvmArgs("-Xmx1g", "-XX:+UseSerialGC")
                    .build())
            .runSingle();
    double rows = secondary(result, "rows");
    return new Costs(
        secondary(result, "referenceNanos") / rows,
        secondary(result, "nanos") / rows,
        secondary(result, "allocated") / rows);
  }

  private static double secondary(RunResult result, String name) {
    return Objects.requireNonNull(result.getSecondaryResults().get(name), name).getScore();
  }
}
