package dev.penstock.benchmarks.append;

import dev.penstock.benchmarks.Benchmark;
import dev.penstock.benchmarks.BenchmarkArgument;
import dev.penstock.benchmarks.Measurements;
import dev.penstock.benchmarks.process.Child;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What appends cost the client, against a server that acknowledges and skips the rows. Each way has
 * a process of its own, one after another; a figure is the median over rounds of the ratio within a
 * round. Immutable.
 */
public final class AppendBenchmark implements Benchmark {
  private static final BenchmarkArgument ROUNDS = new BenchmarkArgument("ROUNDS", 3, 1, 100);

  /** Rows of 0.5 MB. */
  private static final int MANY_ROWS = 1_900;

  private static final int FEW_ROWS = 50;
  private static final int PIPELINED = 100;
  private static final int[] SMALL_IN_FLIGHT = {1, 2, 3, 4};
  private static final double CPU_BOUND = 1.25;
  private static final double RATE_BOUND = 2;
  private static final double P99_BOUND = 1.3;
  private static final double STEADY_BOUND = 0.9;

  @Override
  public String name() {
    return "append";
  }

  @Override
  public String description() {
    return "appends of the engine against raw gRPC and StreamWriter: CPU, rate, p99 [ROUNDS]";
  }

  /**
   * {@inheritDoc}
   *
   * @param arguments the number of rounds, by default 3
   */
  @Override
  public Measurements run(List<String> arguments) throws Exception {
    int rounds = ROUNDS.of(arguments);
    Measurements measurements = new Measurements();
    List<Costs> atOnce = large(measurements, rounds);
    small(measurements, rounds);
    latency(measurements, rounds);
    far(measurements, rounds, atOnce);
    return measurements;
  }

  /** Appends of 0.5 MB, many in flight. */
  private static List<Costs> large(Measurements measurements, int rounds) throws Exception {
    Rounds grpc = new Rounds();
    Rounds engine = new Rounds();
    Rounds google = new Rounds();
    try (Servers server = new Servers(0)) {
      for (int round = 0; round < rounds; round++) {
        grpc.add(server.run(Way.GRPC, MANY_ROWS, PIPELINED));
        engine.add(server.run(Way.ENGINE, MANY_ROWS, PIPELINED));
        google.add(server.run(Way.STREAM_WRITER, MANY_ROWS, PIPELINED));
      }
    }
    measurements
        .add("0.5 MB, raw gRPC", grpc.median(0, Costs::cpuNanos), "ns/row")
        .add("0.5 MB, engine", engine.median(0, Costs::cpuNanos), "ns/row")
        .add("0.5 MB, StreamWriter", google.median(0, Costs::cpuNanos), "ns/row")
        .add("0.5 MB, engine, rate", engine.median(0, Costs::rate), "rows/s")
        .add(
            "0.5 MB, CPU, engine / raw gRPC",
            engine.ratio(grpc, 0, Costs::cpuNanos),
            "x",
            CPU_BOUND,
            CPU_BOUND)
        .add("0.5 MB, CPU, engine / StreamWriter", engine.ratio(google, 0, Costs::cpuNanos), "x");
    return engine.first();
  }

  /** Appends of 50 rows, few in flight. */
  private static void small(Measurements measurements, int rounds) throws Exception {
    Rounds grpc = new Rounds();
    Rounds engine = new Rounds();
    Rounds google = new Rounds();
    try (Servers server = new Servers(0)) {
      for (int round = 0; round < rounds; round++) {
        grpc.add(server.run(Way.GRPC, FEW_ROWS, SMALL_IN_FLIGHT));
        engine.add(server.run(Way.ENGINE, FEW_ROWS, SMALL_IN_FLIGHT));
        google.add(server.run(Way.STREAM_WRITER, FEW_ROWS, SMALL_IN_FLIGHT));
      }
    }
    for (int i = 0; i < SMALL_IN_FLIGHT.length; i++) {
      String name = "50 rows, " + SMALL_IN_FLIGHT[i] + " in flight, ";
      measurements
          .add(name + "raw gRPC", grpc.median(i, Costs::rate), "rows/s")
          .add(name + "engine", engine.median(i, Costs::rate), "rows/s")
          .add(name + "StreamWriter", google.median(i, Costs::rate), "rows/s")
          .add(name + "rate, engine / raw gRPC", engine.ratio(grpc, i, Costs::rate), "x")
          .addAtLeast(
              name + "rate, engine / StreamWriter",
              engine.ratio(google, i, Costs::rate),
              "x",
              RATE_BOUND,
              RATE_BOUND);
    }
  }

  /** Appends of 50 rows to a server 5 ms away. */
  private static void latency(Measurements measurements, int rounds) throws Exception {
    Rounds grpc = new Rounds();
    Rounds engine = new Rounds();
    try (Servers server = new Servers(5)) {
      for (int round = 0; round < rounds; round++) {
        grpc.add(server.run(Way.GRPC, FEW_ROWS, SMALL_IN_FLIGHT));
        engine.add(server.run(Way.ENGINE, FEW_ROWS, SMALL_IN_FLIGHT));
      }
    }
    for (int i = 0; i < SMALL_IN_FLIGHT.length; i++) {
      String name = "5 ms away, " + SMALL_IN_FLIGHT[i] + " in flight, p99, ";
      measurements
          .add(name + "raw gRPC", grpc.median(i, Costs::p99Millis), "ms")
          .add(name + "engine", engine.median(i, Costs::p99Millis), "ms")
          .add(
              name + "engine / raw gRPC",
              engine.ratio(grpc, i, Costs::p99Millis),
              "x",
              P99_BOUND,
              P99_BOUND);
    }
  }

  /** Appends of 0.5 MB to a server 30 ms away. */
  private static void far(Measurements measurements, int rounds, List<Costs> atOnce)
      throws Exception {
    Rounds grpc = new Rounds();
    Rounds engine = new Rounds();
    Rounds near = new Rounds();
    try (Servers server = new Servers(30)) {
      for (int round = 0; round < rounds; round++) {
        grpc.add(server.run(Way.GRPC, MANY_ROWS, PIPELINED));
        engine.add(server.run(Way.ENGINE, MANY_ROWS, PIPELINED));
        near.add(List.of(atOnce.get(round)));
      }
    }
    measurements
        .add("30 ms away, engine", engine.median(0, Costs::cores), "cores")
        .add("0 ms away, engine", near.median(0, Costs::cores), "cores")
        .add("30 ms away, rate, engine / raw gRPC", engine.ratio(grpc, 0, Costs::rate), "x")
        .addAtLeast(
            "rate, 30 ms away / 0 ms away",
            engine.ratio(near, 0, Costs::rate),
            "x",
            STEADY_BOUND,
            STEADY_BOUND);
  }

  /** A server in a process of its own, and clients of it. */
  private static final class Servers implements AutoCloseable {
    private final Child process;
    private final List<String> addresses;

    Servers(int delayMillis) throws IOException {
      process =
          Child.start(
              AckServer.class.getName(), List.of("-Xmx1g"), List.of(Integer.toString(delayMillis)));
      addresses = List.of(process.firstLine().split(" ", -1));
    }

    /** The costs at each number of appends in flight. */
    List<Costs> run(Way way, int rowsAnAppend, int... inFlight) throws Exception {
      List<String> arguments = new ArrayList<>(List.of(way.name()));
      arguments.addAll(addresses);
      arguments.add(Integer.toString(rowsAnAppend));
      IntStream.of(inFlight).mapToObj(Integer::toString).forEach(arguments::add);
      List<Costs> costs = new ArrayList<>();
      try (Child client = Child.start(AppendClient.class.getName(), List.of("-Xmx1g"), arguments)) {
        for (int i = 0; i < inFlight.length; i++) {
          costs.add(Costs.parse(client.firstLine()));
          // A run takes minutes, so the newest figures show that it goes on.
          System.out.println(
              way.title() + ", " + rowsAnAppend + " rows, " + inFlight[i] + ": " + costs.get(i));
        }
      }
      return costs;
    }

    @Override
    public void close() {
      process.close();
    }
  }

  /** The costs of one way, round by round. One owner thread. */
  private static final class Rounds {
    private final List<List<Costs>> rounds = new ArrayList<>();

    void add(List<Costs> costs) {
      rounds.add(costs);
    }

    List<Costs> first() {
      return rounds.stream().map(costs -> costs.get(0)).toList();
    }

    double median(int index, ToDoubleFunction<Costs> figure) {
      return middle(rounds.stream().mapToDouble(costs -> figure.applyAsDouble(costs.get(index))));
    }

    double ratio(Rounds other, int index, ToDoubleFunction<Costs> figure) {
      return middle(
          IntStream.range(0, rounds.size())
              .mapToDouble(
                  round ->
                      figure.applyAsDouble(rounds.get(round).get(index))
                          / figure.applyAsDouble(other.rounds.get(round).get(index))));
    }

    private static double middle(java.util.stream.DoubleStream values) {
      double[] sorted = values.sorted().toArray();
      return sorted[sorted.length / 2];
    }
  }
}
