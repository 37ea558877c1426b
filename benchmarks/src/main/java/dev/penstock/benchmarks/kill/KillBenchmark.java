package dev.penstock.benchmarks.kill;

import dev.penstock.benchmarks.Benchmark;
import dev.penstock.benchmarks.BenchmarkArgument;
import dev.penstock.benchmarks.Measurements;
import dev.penstock.demo.kill.KillTrials;
import dev.penstock.demo.kill.KillTrials.Trial;
import dev.penstock.demo.kill.KillTrials.Victim;
import dev.penstock.demo.stack.Stack;
import java.util.List;
import java.util.function.Predicate;

/**
 * Kills local BigQuery and the Connect worker in turn under load, and compares all rows after each
 * kill. Immutable.
 */
public final class KillBenchmark implements Benchmark {
  private static final BenchmarkArgument TRIALS = new BenchmarkArgument("TRIALS", 20, 1, 10_000);
  private static final long SEED = 20;

  @Override
  public String name() {
    return "kill";
  }

  @Override
  public String description() {
    return "kill -9 of local BigQuery and the Connect worker in turn (goal: no row lost)";
  }

  /**
   * {@inheritDoc}
   *
   * @param arguments the number of trials, by default 20
   */
  @Override
  public Measurements run(List<String> arguments) {
    int trials = TRIALS.of(arguments);
    List<Trial> done;
    try (Stack stack = new Stack(part -> System.out.println(part))) {
      Thread hook = new Thread(stack::close, "close-stack");
      Runtime.getRuntime().addShutdownHook(hook);
      done = new KillTrials(stack, SEED).run(trials, KillBenchmark::print);
    }
    return new Measurements()
        .add("trials", done.size(), "kills")
        .add("rows compared after the last kill", last(done).verdict().rows(), "rows")
        .add("rows that differed, all trials", differing(done), "rows", 0, 0)
        .add("catch-up after a kill of local, longest", longest(done, Victim.LOCAL), "s")
        .add("catch-up after a kill of the worker, longest", longest(done, Victim.WORKER), "s");
  }

  private static void print(Trial trial) {
    System.out.printf(
        "%2d  killed %-6s  caught up after %5.1f s  %s%n",
        trial.number(), trial.victim(), trial.catchUp().toMillis() / 1e3, trial.verdict().line());
    trial.verdict().faults().stream()
        .limit(10)
        .forEach(fault -> System.out.println("    " + fault));
  }

  private static Trial last(List<Trial> trials) {
    return trials.get(trials.size() - 1);
  }

  private static double differing(List<Trial> trials) {
    return trials.stream().mapToInt(trial -> trial.verdict().faults().size()).sum();
  }

  private static double longest(List<Trial> trials, Victim victim) {
    Predicate<Trial> ofVictim = trial -> trial.victim() == victim;
    return trials.stream()
        .filter(ofVictim)
        .mapToDouble(trial -> trial.catchUp().toMillis() / 1e3)
        .max()
        .orElse(0);
  }
}
