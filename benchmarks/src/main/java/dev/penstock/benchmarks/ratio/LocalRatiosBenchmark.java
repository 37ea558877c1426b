package dev.penstock.benchmarks.ratio;

import com.google.cloud.bigquery.storage.v1.BigQueryReadGrpc;
import com.google.cloud.bigquery.storage.v1.BigQueryReadGrpc.BigQueryReadBlockingStub;
import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import com.google.cloud.bigquery.storage.v1.DataFormat;
import com.google.cloud.bigquery.storage.v1.ReadRowsRequest;
import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.google.cloud.bigquery.storage.v1.ReadStream;
import com.google.protobuf.ByteString;
import dev.penstock.benchmarks.Benchmark;
import dev.penstock.benchmarks.BenchmarkArgument;
import dev.penstock.benchmarks.Measurements;
import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Server;
import dev.penstock.local.LocalOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Local BigQuery beside the bare DuckDB below it. Immutable. */
public final class LocalRatiosBenchmark implements Benchmark {
  private static final BenchmarkArgument ROWS =
      new BenchmarkArgument("ROWS", 1_000_000, 10_000, 100_000_000);
  private static final int REPEATS = 3;
  private static final int BIG_REQUEST = 5_000;
  private static final int SMALL_REQUEST = 10;
  private static final int SMALL_REQUESTS = 4_000;
  private static final int IN_FLIGHT = 8;

  /** The changes come in parts, each smaller than what is applied unasked. */
  private static final int APPLIES = 5;

  private static final int QUERIED_ROWS = 100_000;
  private static final int QUERIES = 200;
  private static final String QUERY =
      "SELECT city, COUNT(*) AS n, SUM(amount) AS total FROM d.queried WHERE id >= 1000"
          + " GROUP BY city ORDER BY total DESC LIMIT 10";

  @Override
  public String name() {
    return "local-ratios";
  }

  @Override
  public String description() {
    return "local BigQuery beside bare DuckDB: appends, changes, reads; a query; its start";
  }

  /**
   * {@inheritDoc}
   *
   * @param arguments the number of rows, by default 1,000,000
   */
  @Override
  public Measurements run(List<String> arguments) throws Exception {
    int rows = ROWS.of(arguments);
    Path home = Files.createTempDirectory("local-ratios");
    Measurements measurements = new Measurements().add("rows", rows, "");
    start(measurements, Files.createDirectory(home.resolve("started")));
    printNew(measurements);
    try (Local local = new Local(LocalOptions.inMemory())) {
      appends(measurements, "in memory", 0.5, local, rows, "");
      printNew(measurements);
      changes(measurements, local, rows);
      printNew(measurements);
      reads(measurements, local, rows);
      query(measurements, local);
      printNew(measurements);
    }
    Path data = Files.createDirectory(home.resolve("data"));
    try (Local local = new Local(LocalOptions.in(data))) {
      appends(measurements, "durable", 0.3, local, rows, home.resolve("bare").toString());
      printNew(measurements);
      smallRequests(measurements, local);
    }
    return measurements;
  }

  /** A run takes minutes, so the newest figure shows that it goes on. */
  private static void printNew(Measurements measurements) {
    List<Measurements.Figure> figures = measurements.figures();
    System.out.println(figures.get(figures.size() - 1));
  }

  /** The best of a few, because the first ones warm up and others use the machine too. */
  private interface Timed {
    double seconds(int repeat)
        throws SQLException, IOException, GoneException, InterruptedException;
  }

  private static double best(Timed timed)
      throws SQLException, IOException, GoneException, InterruptedException {
    double best = Double.MAX_VALUE;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
      best = Math.min(best, timed.seconds(repeat));
    }
    return best;
  }

  private static void appends(
      Measurements measurements, String where, double goal, Local local, int rows, String file)
      throws SQLException, IOException, GoneException, InterruptedException {
    List<List<ByteString>> requests = Sample.requests(rows, BIG_REQUEST);
    double served =
        best(
            repeat -> {
              String table = "appended" + repeat;
              local.rest().createTable(table, false, Sample.COLUMNS);
              return local.append(table, Sample.SCHEMA, requests, IN_FLIGHT);
            });
    double bare =
        best(
            repeat -> {
              try (Bare database = new Bare(file.isEmpty() ? "" : file + repeat)) {
                return database.append(rows);
              }
            });
    measurements
        .add("appended " + where, rows / served, "rows/s")
        .add("bare appender " + where, rows / bare, "rows/s")
        .addAtLeast("appended / bare appender, " + where, bare / served, "x", goal);
  }

  private static void changes(Measurements measurements, Local local, int rows)
      throws SQLException, IOException, GoneException, InterruptedException {
    List<List<ByteString>> plain = Sample.requests(rows, BIG_REQUEST);
    List<List<ByteString>> changes = Sample.changes(rows, BIG_REQUEST);
    int chunk = Math.max(1, changes.size() / APPLIES);
    double applied =
        best(
            repeat -> {
              String table = "changed" + repeat;
              local.rest().createTable(table, true, Sample.COLUMNS);
              local.append(table, Sample.SCHEMA, plain, IN_FLIGHT);
              double seconds = 0;
              for (int from = 0; from < changes.size(); from += chunk) {
                int to = Math.min(changes.size(), from + chunk);
                local.append(table, Sample.CHANGES, changes.subList(from, to), IN_FLIGHT);
                seconds += local.applyChanges(table);
              }
              return seconds;
            });
    double merged =
        best(
            repeat -> {
              try (Bare database = new Bare("")) {
                database.append(rows);
                return database.merge();
              }
            });
    measurements
        .add("applying a change of each row", applied, "s")
        .add("bare MERGE", merged, "s")
        .add("apply / bare MERGE", applied / merged, "x", Double.NaN, 3);
  }

  private static void reads(Measurements measurements, Local local, int rows)
      throws SQLException, IOException, GoneException, InterruptedException {
    double read = best(repeat -> read(local, rows));
    double encoded;
    try (Bare database = new Bare("")) {
      database.append(rows);
      encoded = best(repeat -> database.encode());
    }
    measurements
        .add("read in Avro", rows / read, "rows/s")
        .add("DuckDB to Avro alone", rows / encoded, "rows/s")
        .addAtLeast("read / DuckDB to Avro alone", encoded / read, "x", 0.3);
  }

  private static double read(Local local, int rows) {
    long began = System.nanoTime();
    BigQueryReadBlockingStub reads = BigQueryReadGrpc.newBlockingStub(local.channel());
    ReadSession session =
        reads.createReadSession(
            CreateReadSessionRequest.newBuilder()
                .setParent("projects/p")
                .setMaxStreamCount(1)
                .setReadSession(
                    ReadSession.newBuilder()
                        .setTable("projects/p/datasets/d/tables/appended0")
                        .setDataFormat(DataFormat.AVRO))
                .build());
    long count = 0;
    for (ReadStream stream : session.getStreamsList()) {
      Iterator<ReadRowsResponse> answers =
          reads.readRows(ReadRowsRequest.newBuilder().setReadStream(stream.getName()).build());
      while (answers.hasNext()) {
        count += answers.next().getRowCount();
      }
    }
    if (count != rows) {
      throw new IllegalStateException("read " + count + " rows of " + rows);
    }
    return (System.nanoTime() - began) / 1e9;
  }

  private static void query(Measurements measurements, Local local)
      throws GoneException, InterruptedException {
    local.rest().createTable("queried", false, Sample.COLUMNS);
    local.append("queried", Sample.SCHEMA, Sample.requests(QUERIED_ROWS, BIG_REQUEST), IN_FLIGHT);
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < 2 * QUERIES; i++) {
      long began = System.nanoTime();
      local.rest().must("POST", "queries", "{\"useLegacySql\":false,\"query\":\"" + QUERY + "\"}");
      millis.add((System.nanoTime() - began) / 1e6);
    }
    // The first half warms up.
    double median =
        millis.subList(QUERIES, 2 * QUERIES).stream().sorted().toList().get(QUERIES / 2);
    measurements.add("query on 100,000 rows, median", median, "ms", Double.NaN, 40);
  }

  private static void smallRequests(Measurements measurements, Local local)
      throws SQLException, IOException, GoneException, InterruptedException {
    List<List<ByteString>> requests =
        Sample.requests(SMALL_REQUEST * SMALL_REQUESTS, SMALL_REQUEST);
    local.rest().createTable("small", false, Sample.COLUMNS);
    double together = best(repeat -> local.append("small", Sample.SCHEMA, requests, IN_FLIGHT));
    double alone = best(repeat -> local.append("small", Sample.SCHEMA, requests, 1));
    measurements
        .add("requests of 10 rows, 8 in flight", SMALL_REQUESTS / together, "/s")
        .add("requests of 10 rows, a flush for each", SMALL_REQUESTS / alone, "/s")
        .addAtLeast("8 in flight / a flush for each", alone / together, "x", 4);
  }

  private static void start(Measurements measurements, Path directory)
      throws SQLException, IOException, GoneException, InterruptedException {
    double seconds =
        best(
            repeat -> {
              long began = System.nanoTime();
              try (Server server = Server.start(directory, List.of(), "--sql-on-demand")) {
                server.rest().must("GET", "datasets", "");
                return (System.nanoTime() - began) / 1e9;
              }
            });
    measurements.add("start until the first answer, without SQL", seconds, "s", Double.NaN, 2);
  }
}
