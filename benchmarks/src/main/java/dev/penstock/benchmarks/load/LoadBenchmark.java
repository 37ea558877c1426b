package dev.penstock.benchmarks.load;

import com.fasterxml.jackson.databind.JsonNode;
import dev.penstock.benchmarks.Benchmark;
import dev.penstock.benchmarks.BenchmarkArgument;
import dev.penstock.benchmarks.Measurements;
import dev.penstock.benchmarks.process.Child;
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
import org.jspecify.annotations.Nullable;

/**
 * Loads a CSV file and a PostgreSQL table into local BigQuery, without and with a key, and merges
 * them again; measures the source and the store alone in the same run. Immutable.
 */
public final class LoadBenchmark implements Benchmark {
  private static final BenchmarkArgument ROWS =
      new BenchmarkArgument("ROWS", 2_000_000, 10_000, 50_000_000);

  /** So many rows are loaded in all ways before anything is measured: a server that works. */
  private static final int WARM_UP_ROWS = 10_000;

  private static final double GOAL = 0.6;

  private static final List<String> KEYED = List.of("--into", "keyed", "--primary-key", "id");
  private static final List<String> MERGED =
      List.of("--into", "keyed", "--primary-key", "id", "--strategy", "merge");

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
        warmUp(run.path());
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
        List.of("-Xmx1g"),
        List.of("--data-dir", home.resolve("local").toString(), "--exit-with-parent"));
  }

  private static void warmUp(Path home) throws IOException, InterruptedException {
    Path csv = home.resolve("warm-up.csv");
    Sample.csv(csv, WARM_UP_ROWS);
    LoadProcess process = new LoadProcess(home, csv.toString(), null);
    requireChanges(WARM_UP_ROWS, process.run(WARM_UP_ROWS, KEYED));
    requireChanges(0, process.run(WARM_UP_ROWS, MERGED));
  }

  private static void requireChanges(int expected, JsonNode report) {
    int changed = report.path("inserted").asInt() + report.path("updated").asInt();
    if (changed != expected) {
      throw new IllegalStateException("expected " + expected + " changed rows: " + report);
    }
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
    LoadProcess process = new LoadProcess(home, from, table);
    double load = rows / seconds(() -> requireChanges(rows, process.run(rows, List.of())));
    HeapLog heap = process.heap();
    double slower = Math.min(source, path);
    measurements
        .add(name + ": source read alone", source, "rows/s")
        .add(name + ": store path alone", path, "rows/s")
        .add(name + ": load, start of the process included", load, "rows/s")
        .addAtLeast(name + ": load beside the slower of both", load / slower, "", GOAL)
        .add(name + ": peak heap with -Xmx512m", heap.peakMb(), "MiB")
        .add(name + ": peak heap after a collection", heap.liveMb(), "MiB");
    double keyed = rows / seconds(() -> requireChanges(rows, process.run(rows, KEYED)));
    double merged = rows / seconds(() -> requireChanges(0, process.run(rows, MERGED)));
    measurements
        .add(name + ": load with a primary key", keyed, "rows/s")
        .add(name + ": load with a primary key beside the slower of both", keyed / slower, "")
        .add(name + ": merge of the same rows, which changes nothing", merged, "rows/s")
        .add(name + ": merge beside the slower of both", merged / slower, "");
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
