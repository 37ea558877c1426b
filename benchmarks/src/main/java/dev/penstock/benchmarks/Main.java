package dev.penstock.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * Runs one benchmark by name and writes its figures. The first argument is the name; the rest goes
 * to the benchmark. The figures go to {@code docs/measurements/NAME.json} under the directory of
 * the system property {@code penstock.home}, or under the current one. The benchmarks are those in
 * {@code META-INF/services}, so that this package knows none of theirs.
 */
public final class Main {
  private Main() {}

  /** Exits with 0 when the figures are written, 2 when the name or the arguments do not do. */
  public static void main(String[] args) throws Exception {
    List<Benchmark> benchmarks =
        ServiceLoader.load(Benchmark.class).stream().map(ServiceLoader.Provider::get).toList();
    String name = args.length == 0 ? "" : args[0];
    Optional<Benchmark> named = benchmarks.stream().filter(b -> b.name().equals(name)).findFirst();
    if (named.isEmpty()) {
      String names = benchmarks.stream().map(Benchmark::name).collect(Collectors.joining(", "));
      refuse("NAME: '" + name + "' (expected: one of " + names + ")");
    } else {
      run(named.get(), List.of(args).subList(1, args.length));
    }
  }

  private static void run(Benchmark benchmark, List<String> arguments) throws Exception {
    Measurements measurements;
    try {
      measurements = benchmark.run(arguments);
    } catch (BenchmarkArgument.Refused e) {
      refuse(String.valueOf(e.getMessage()));
      return;
    }
    measurements.figures().forEach(System.out::println);
    Path home = Path.of(System.getProperty("penstock.home", ""));
    System.out.println("written to " + measurements.write(home.toAbsolutePath(), benchmark.name()));
  }

  private static void refuse(String problem) {
    System.err.println("bench: " + problem + ". See `penstock bench --help`.");
    System.exit(2);
  }
}
