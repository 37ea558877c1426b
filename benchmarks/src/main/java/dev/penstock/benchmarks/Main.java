package dev.penstock.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Runs one benchmark by name and writes its figures. The first argument is the name; the rest goes
 * to the benchmark. The figures go to {@code docs/measurements/NAME.json} under the directory of
 * the system property {@code penstock.home}, or under the current one. The benchmarks are those in
 * {@code META-INF/services}, so that this package knows none of theirs.
 */
public final class Main {
  private Main() {}

  /** Exits with 0 when the figures are written, 2 when the name is unknown. */
  public static void main(String[] args) throws Exception {
    String name = args.length == 0 ? "" : args[0];
    List<Benchmark> benchmarks =
        ServiceLoader.load(Benchmark.class).stream().map(ServiceLoader.Provider::get).toList();
    for (Benchmark benchmark : benchmarks) {
      if (benchmark.name().equals(name)) {
        run(benchmark, List.of(args).subList(1, args.length));
        return;
      }
    }
    System.err.println("benchmark: '" + name + "' (expected: one of these)");
    for (Benchmark benchmark : benchmarks) {
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
