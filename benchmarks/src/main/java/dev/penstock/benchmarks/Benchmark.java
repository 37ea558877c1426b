package dev.penstock.benchmarks;

import java.util.List;

/** One named measurement. */
public interface Benchmark {
  /** The name on the command line, and of the file in {@code docs/measurements}. */
  String name();

  /** What it measures and against which goal, in one line. */
  String description();

  /**
   * Measures.
   *
   * @param arguments what follows the name on the command line
   * @throws BenchmarkArgument.Refused when they do not do
   * @throws Exception when the measurement could not be made; nothing is written then
   */
  Measurements run(List<String> arguments) throws Exception;
}
