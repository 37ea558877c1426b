package dev.penstock.benchmarks;

import dev.penstock.benchmarks.encode.EncodeBenchmark;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs one benchmark by name and writes its figures. The first argument is the name; the rest goes
 * to the benchmark. The figures go to {@code docs/measurements/NAME.json} under the directory of
 * the system property {@code penstock.home}, or under the current one.
 */
public final class Main {
  private static final List<Benchmark> BENCHMARKS = List.of(new EncodeBenchmark());

  private Main() {}

  /** Exits with 0 when the figures are written, 2 when the name is unknown. */
  public static void main(String[] args) throws Exception {
    String name = args.length == 0 ? "" : args[0];
    for (Benchmark benchmark : BENCHMARKS) {
      if (benchmark.name().equals(name)) {
        run(benchmark, List.of(args).subList(1, args.length));
        return;
      }
    }
    System.err.println("benchmark: '" + name + "' (expected: one of these)");
    for (Benchmark benchmark : BENCHMARKS) {
      System.err.printf("  %-10s %s%n", benchmark.name(), benchmark.description());
    }
    System.exit(2);
  }

  private static void run(Benchmark benchmark, List<String> arguments) throws Exception {
    Measurements measurements = benchmark.run(arguments);
    measurements.figures().forEach(System.out::println);
    Path home = Path.of(System.getProperty("penstock.home", ""));
    System.out.println("written to " + measurements.write(home.toAbsolutePath(), benchmark.name()));
  }
}
