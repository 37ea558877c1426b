package dev.penstock.benchmarks.latency;

import dev.penstock.benchmarks.Benchmark;
import dev.penstock.benchmarks.BenchmarkArgument;
import dev.penstock.benchmarks.Measurements;
import dev.penstock.demo.stack.Sink;
import dev.penstock.demo.stack.Source;
import dev.penstock.demo.stack.Stack;
import java.time.Duration;
import java.util.List;

/**
 * The time from a commit in PostgreSQL until a list of the table's rows in local BigQuery shows the
 * change, without staleness. Immutable.
 */
public final class LatencyBenchmark implements Benchmark {
  private static final int CHANGES_PER_SECOND = 1_000;
  private static final BenchmarkArgument SECONDS = new BenchmarkArgument("SECONDS", 60, 1, 86_400);
  private static final Duration WARM_UP = Duration.ofSeconds(15);
  private static final double GOAL_P99_MS = 1_000;

  @Override
  public String name() {
    return "latency";
  }

  @Override
  public String description() {
    return "PostgreSQL commit to row in local BigQuery at 1,000 changes/s (goal: p99 < 1 s)";
  }

  /**
   * {@inheritDoc}
   *
   * @param arguments the seconds to measure after the warm-up, by default 60
   */
  @Override
  public Measurements run(List<String> arguments) throws Exception {
    int seconds = SECONDS.of(arguments);
    try (Stack stack = new Stack(part -> System.out.println(part))) {
      Runtime.getRuntime().addShutdownHook(new Thread(stack::close, "close-stack"));
      stack.start();
      Ticks.create(stack.postgres());
      stack.broker().createTopics(List.of(Source.topic(Ticks.TABLE)), Sink.TASKS);
      stack.source().start(List.of(Ticks.TABLE));
      stack.sink("latency", List.of(Ticks.TABLE), new Sink.Sequencing.Offset()).start();
      Ticks ticks = new Ticks(stack, CHANGES_PER_SECOND);
      System.out.println("warming up for " + WARM_UP.toSeconds() + " s");
      ticks.run(WARM_UP);
      System.out.println("measuring for " + seconds + " s");
      LatencyFigures figures = ticks.run(Duration.ofSeconds(seconds));
      return new Measurements()
          .add("changes", figures.count(), "rows")
          .add("changes a second", figures.count() / (double) seconds, "rows/s")
          .add("p50", figures.percentile(50), "ms")
          .add("p99", figures.percentile(99), "ms", GOAL_P99_MS, GOAL_P99_MS)
          .add("largest", figures.percentile(100), "ms");
    }
  }
}
