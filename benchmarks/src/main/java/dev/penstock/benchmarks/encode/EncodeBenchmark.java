package dev.penstock.benchmarks.encode;

import dev.penstock.benchmarks.Benchmark;
import dev.penstock.benchmarks.Measurements;
import java.util.List;

/** Runs the JMH classes of this package. Immutable. */
public final class EncodeBenchmark implements Benchmark {
  @Override
  public String name() {
    return "encode";
  }

  @Override
  public String description() {
    return "Connect Struct to wire bytes against a hand-written encoder (goal 2.0 x, 64 B a row)";
  }

  @Override
  public Measurements run(List<String> arguments) {
    throw new UnsupportedOperationException("encode");
  }
}
