package dev.penstock.benchmarks.sink;

import com.google.cloud.NoCredentials;
import com.google.cloud.bigquery.BigQueryOptions;
import com.google.cloud.bigquery.DatasetInfo;
import dev.penstock.benchmarks.Benchmark;
import dev.penstock.benchmarks.BenchmarkArgument;
import dev.penstock.benchmarks.Measurements;
import dev.penstock.kafka.task.BigQuerySinkTask;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * CPU of the task thread inside {@code put} and {@code preCommit}, against a server that
 * acknowledges without storing. Immutable.
 */
public final class SinkBenchmark implements Benchmark {
  private static final int WARM_UP_ROWS = 500_000;
  private static final BenchmarkArgument ROWS =
      new BenchmarkArgument("ROWS", 1_000_000, 1, 1_000_000_000);
  private static final int ROWS_A_PUT = 500;
  private static final int PUTS_A_COMMIT = 100;
  private static final double GOAL_MICROS = 1.5;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  @Override
  public String name() {
    return "sink";
  }

  @Override
  public String description() {
    return "CPU of the sink task a row, put and preCommit (goal 1.5 us)";
  }

  /**
   * {@inheritDoc}
   *
   * @param arguments the number of rows, by default 1,000,000
   */
  @Override
  public Measurements run(List<String> arguments) throws InterruptedException {
    int rows = ROWS.of(arguments);
    try (LocalBigQuery server = LocalBigQuery.start(LocalOptions.inMemory().withAckOnly())) {
      createDataset(server);
      BigQuerySinkTask task = new BigQuerySinkTask();
      LoneContext context = new LoneContext();
      task.initialize(context);
      task.start(config(server));
      task.open(context.assignment());
      try {
        ChangeRecords records = new ChangeRecords();
        new Run(task, context, records).write(WARM_UP_ROWS);
        Run run = new Run(task, context, records);
        long start = System.nanoTime();
        run.write(rows);
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Measurements()
            .add(
                "CPU in put and preCommit",
                run.cpuNanos / 1e3 / rows,
                "us/row",
                Double.NaN,
                GOAL_MICROS)
            .add("allocated in put and preCommit", (double) run.allocated / rows, "B/row")
            .add("rate with the server in the same JVM", rows / seconds, "rows/s");
      } finally {
        task.close(context.assignment());
        task.stop();
      }
    }
  }

  private static void createDataset(LocalBigQuery server) {
    BigQueryOptions.newBuilder()
        .setHost(server.restUrl())
        .setProjectId("bench")
        .setCredentials(NoCredentials.getInstance())
        .build()
        .getService()
        .create(DatasetInfo.of("sink"));
  }

  private static Map<String, String> config(LocalBigQuery server) {
    return Map.of(
        "name", "bench",
        "topics", "customers",
        "project", "bench",
        "defaultDataset", "sink",
        "restEndpoint", server.restUrl(),
        "grpcEndpoint", server.grpcTarget(),
        "cdcEnabled", "true",
        "decimalHandlingMode", "NUMERIC");
  }

  /** One pass over records, with what the task thread spent. */
  private final class Run {
    private final BigQuerySinkTask task;
    private final LoneContext context;
    private final ChangeRecords records;
    private final com.sun.management.ThreadMXBean allocations =
        (com.sun.management.ThreadMXBean) threads;
    private long cpuNanos;
    private long allocated;

    Run(BigQuerySinkTask task, LoneContext context, ChangeRecords records) {
      this.task = task;
      this.context = context;
      this.records = records;
    }

    void write(int rows) throws InterruptedException {
      for (int put = 0; put * ROWS_A_PUT < rows; put++) {
        put(records.next(ROWS_A_PUT));
        while (context.isPaused()) {
          Thread.sleep(1);
          put(List.of());
        }
        if (put % PUTS_A_COMMIT == PUTS_A_COMMIT - 1) {
          commit();
        }
      }
      while (commit() < records.endOffset()) {
        put(List.of());
      }
    }

    private void put(Collection<SinkRecord> batch) {
      long cpu = threads.getCurrentThreadCpuTime();
      long bytes = allocations.getCurrentThreadAllocatedBytes();
      task.put(batch);
      allocated += allocations.getCurrentThreadAllocatedBytes() - bytes;
      cpuNanos += threads.getCurrentThreadCpuTime() - cpu;
    }

    private long commit() {
      long cpu = threads.getCurrentThreadCpuTime();
      OffsetAndMetadata end = new OffsetAndMetadata(records.endOffset());
      OffsetAndMetadata done =
          task.preCommit(Map.of(LoneContext.PARTITION, end)).get(LoneContext.PARTITION);
      cpuNanos += threads.getCurrentThreadCpuTime() - cpu;
      return done == null ? -1 : done.offset();
    }
  }
}
