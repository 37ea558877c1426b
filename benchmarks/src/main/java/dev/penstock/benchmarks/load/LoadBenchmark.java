package dev.penstock.benchmarks.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.penstock.benchmarks.Benchmark;
import dev.penstock.benchmarks.BenchmarkArgument;
import dev.penstock.benchmarks.Measurements;
import dev.penstock.cli.source.SourceTable;
import dev.penstock.cli.source.SourceUri;
import dev.penstock.cli.source.Sources;
import dev.penstock.cli.source.Wanted;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.demo.stack.PostgresServer;
import dev.penstock.demo.stack.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loads a CSV file and a PostgreSQL table into local BigQuery, and measures the source and the
 * store alone in the same run. Immutable.
 */
public final class LoadBenchmark implements Benchmark {
  private static final BenchmarkArgument ROWS =
      new BenchmarkArgument("ROWS", 2_000_000, 10_000, 50_000_000);

  private static final double GOAL = 0.6;

  @Override
  public String name() {
    return "load";
  }

  @Override
  public String description() {
    return "penstock load beside its source and its store alone (goal: 0.6 of the slower one)";
  }

  /**
   * {@inheritDoc}
   *
   * @param arguments the number of rows, by default 2,000,000
   */
  @Override
  public Measurements run(List<String> arguments) throws Exception {
    int rows = ROWS.of(arguments);
    Measurements measurements = new Measurements().add("rows", rows, "rows");
    try (RunDirectory run = RunDirectory.create();
        Child server = startServer(run.path())) {
      String listening = server.firstLine();
      System.out.println(listening);
      Path csv = run.resolve("orders.csv");
      Sample.csv(csv, rows);
      measurements.add("CSV file", Files.size(csv) / 1e6, "MB");
      try (Store store = Store.of(listening)) {
        measure(measurements, "CSV", store, run.path(), rows, csv.toString(), null);
        try (PostgresServer postgres = PostgresServer.start(run)) {
          postgres.execute(Sample.POSTGRES.formatted(rows).split(";", -1));
          String uri = "postgresql://postgres:postgres@127.0.0.1:" + postgres.port() + "/postgres";
          measure(measurements, "PostgreSQL", store, run.path(), rows, uri, "public.orders");
        }
      }
    }
    return measurements;
  }

  private static Child startServer(Path home) throws IOException {
    return Child.start(
        "dev.penstock.local.LocalMain",
        Map.of(),
        List.of("-Xmx1g"),
        List.of("--data-dir", home.resolve("local").toString(), "--exit-with-parent"));
  }

  private static void measure(
      Measurements measurements,
      String name,
      Store store,
      Path home,
      int rows,
      String from,
      @Nullable String table)
      throws IOException, InterruptedException {
    double source = rows / seconds(() -> readAll(from, table, rows));
    SourceTable sample = inspect(from, table);
    double path = rows / seconds(() -> store.fill(name.toLowerCase(Locale.ROOT), sample, rows));
    HeapLog heap = new HeapLog(home.resolve(name + "-gc.log"));
    double load = rows / seconds(() -> load(home, heap, from, table, rows));
    measurements
        .add(name + ": source read alone", source, "rows/s")
        .add(name + ": store path alone", path, "rows/s")
        .add(name + ": load, start of the process included", load, "rows/s")
        .addAtLeast(
            name + ": load beside the slower of both", load / Math.min(source, path), "", GOAL)
        .add(name + ": peak heap with -Xmx512m", heap.peakMb(), "MiB")
        .add(name + ": peak heap after a collection", heap.liveMb(), "MiB");
  }

  private static SourceTable inspect(String from, @Nullable String table) {
    return Sources.open(SourceUri.parse("from", from), table).inspect(Wanted.NOTHING);
  }

  /**
   * What a load asks of a source: its columns, which a text file is read for once, and its rows.
   */
  private static void readAll(String from, @Nullable String table, int expected) {
    try (RowCursor cursor = inspect(from, table).rows()) {
      long count = new Reading().run(cursor);
      if (count != expected) {
        throw new IllegalStateException("read " + count + " rows of " + expected);
      }
    }
  }

  private static void load(
      Path home, HeapLog heap, String from, @Nullable String table, int expected)
      throws IOException, InterruptedException {
    List<String> arguments =
        new java.util.ArrayList<>(
            List.of("load", "--json", "--from", from, "--to", "bigquery://local/bench"));
    if (table != null) {
      arguments.addAll(List.of("--table", table));
    }
    try (Child child =
        Child.start(
            "dev.penstock.cli.Main",
            Map.of(
                "PENSTOCK_LOCAL_DIR", home.resolve("local").toString(),
                "PENSTOCK_RUNS_DIR", home.resolve("runs").toString()),
            List.of("-Xmx512m", heap.option()),
            arguments)) {
      JsonNode last = new ObjectMapper().readTree(child.lastLine());
      if (last.path("rows_loaded").asLong() != expected) {
        throw new IllegalStateException("the load ended with " + last);
      }
    }
  }

  /** What is measured. */
  @FunctionalInterface
  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private static double seconds(Work work) throws IOException, InterruptedException {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e9;
  }
}
