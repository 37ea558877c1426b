package dev.penstock.benchmarks.soak;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.penstock.benchmarks.Benchmark;
import dev.penstock.benchmarks.BenchmarkArgument;
import dev.penstock.benchmarks.Measurements;
import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Server;
import dev.penstock.benchmarks.process.Memory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Mixed load on local BigQuery with a heap of 1 GB. What it takes must not grow: neither beyond
 * heap, database and native code together, nor from the middle of the run to its end. Immutable.
 */
public final class LocalSoakBenchmark implements Benchmark {
  private static final BenchmarkArgument MINUTES = new BenchmarkArgument("MINUTES", 30, 1, 10_000);
  private static final int THREADS = 2;
  private static final int DATABASE_MB = 512;

  /** Heap 1024, database 512, ZetaSQL about 300, JVM and gRPC about 400. */
  private static final double GOAL_MB = 2_300;

  private static final double GOAL_GROWTH = 1.1;
  private static final Duration SAMPLE_EVERY = Duration.ofSeconds(5);

  @Override
  public String name() {
    return "local-soak";
  }

  @Override
  public String description() {
    return "mixed load on local BigQuery at 1 GB heap (goal: memory does not grow)";
  }

  /**
   * {@inheritDoc}
   *
   * @param arguments the minutes, by default 30
   */
  @Override
  public Measurements run(List<String> arguments) throws Exception {
    Duration length = Duration.ofMinutes(MINUTES.of(arguments));
    Path directory = Files.createTempDirectory("local-soak");
    List<String> options = List.of("-Xmx1g");
    try (Server server =
        Server.start(directory, options, "--memory-mb", Integer.toString(DATABASE_MB))) {
      server.rest().createDataset();
      Run run = new Run(server);
      Memory memory = run.watch(length);
      writeSamples(memory);
      return new Measurements()
          .add("minutes", (double) length.toMinutes(), "min")
          .add("turns", (double) run.turns.get(), "")
          .add("calls", (double) run.calls.get(), "")
          .add("largest resident memory", memory.largestMb(), "MB", GOAL_MB, GOAL_MB)
          .add("resident memory, third quarter", memory.meanMb(0.5, 0.75), "MB")
          .add("resident memory, last quarter", memory.meanMb(0.75, 1), "MB")
          .add(
              "last quarter / third quarter",
              memory.meanMb(0.75, 1) / memory.meanMb(0.5, 0.75),
              "x",
              GOAL_GROWTH,
              GOAL_GROWTH)
          .add("failures", run.failures.size(), "", 0, 0);
    }
  }

  /** Beside the figures, so that the curve can be drawn. */
  private static void writeSamples(Memory memory) throws IOException {
    Path file =
        Path.of(System.getProperty("penstock.home", ""))
            .toAbsolutePath()
            .resolve("docs/measurements/local-soak-memory.json");
    Files.createDirectories(file.getParent());
    Files.writeString(file, new ObjectMapper().writeValueAsString(memory.samples()) + "\n");
  }

  /** The threads that work. */
  private static final class Run {
    private final Server server;
    private final AtomicLong turns = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;

    Run(Server server) {
      this.server = server;
    }

    Memory watch(Duration length) throws IOException, InterruptedException {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Load load = new Load(server, i);
        Thread thread = new Thread(() -> work(load), "soak-" + i);
        thread.start();
        threads.add(thread);
      }
      Memory memory = new Memory(server.pid());
      long began = System.nanoTime();
      Duration passed = Duration.ZERO;
      while (passed.compareTo(length) < 0 && failures.isEmpty()) {
        Thread.sleep(SAMPLE_EVERY.toMillis());
        passed = Duration.ofNanos(System.nanoTime() - began);
        Memory.Sample sample = memory.sample(passed.toSeconds());
        System.out.printf(
            Locale.ROOT, "%5d s  %6.0f MB  %d turns%n", sample.seconds(), sample.mb(), turns.get());
      }
      ended = true;
      for (Thread thread : threads) {
        thread.join();
      }
      failures.forEach(System.out::println);
      return memory;
    }

    private void work(Load load) {
      try {
        load.prepare();
        while (!ended) {
          calls.addAndGet(load.turn());
          turns.incrementAndGet();
        }
      } catch (GoneException | RuntimeException e) {
        failures.add(Thread.currentThread().getName() + ": " + e + ", " + e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
