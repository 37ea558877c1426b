package dev.penstock.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.flink.MiniFlink;
import dev.penstock.flink.TableDestination;
import dev.penstock.flink.source.BigQueryRowDeserializationSchema;
import dev.penstock.flink.source.BigQuerySource;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The sink to buffered streams in running jobs. */
class ExactlyOnceIT {
  private static final String DATASET = "eo";
  private static final long SECONDS_TO_STOP = 30;
  private static final long ROWS = 60_000;
  private static final double ROWS_PER_SECOND = 4_000;
  private static final double UNBOUNDED = 1e9;
  private static final Schema ID =
      SchemaBuilder.record("Number").fields().requiredLong("id").endRecord();

  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.withSlots(4);

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets(DATASET);

  @TempDir Path savepoints;

  private static TableDestination table(String name) {
    return TableDestination.of(BIGQUERY.project(), DATASET, name);
  }

  private static BigQuerySinkBuilder<Long> sink() {
    return Jobs.sink(BIGQUERY)
        .writeMethod(WriteMethod.STORAGE_API_EXACTLY_ONCE)
        .bufferedStreamOptions(BufferedStreamOptions.builder().build());
  }

  private static Tally tally(String tables) {
    return Tally.of(BIGQUERY, DATASET, tables);
  }

  @Test
  @Tag("flink-versions")
  void writesEveryRowOnceThroughFailures() throws Exception {
    long rows = 50_000;
    StreamExecutionEnvironment env = Jobs.environment(2);
    env.fromSequence(1, rows)
        .map(FailsAt.random("eo-small", 2, 5, rows))
        .sinkTo(sink().table(table("small")).build());
    env.execute();

    assertThat(FailsAt.remaining("eo-small")).isZero();
    assertThat(tally("small")).isEqualTo(Tally.onceUpTo(rows));
  }

  @Test
  @Tag("sql")
  void writesEveryRowOfAMillionOnceThroughFiveFailures() throws Exception {
    long rows = 1_000_000;
    StreamExecutionEnvironment env = Jobs.environment(2);
    env.fromSequence(1, rows)
        .map(FailsAt.random("eo-million", 5, 11, rows))
        .sinkTo(sink().table(table("million")).build());
    env.execute();

    assertThat(FailsAt.remaining("eo-million")).isZero();
    assertThat(tally("million")).isEqualTo(Tally.onceUpTo(rows));
    assertThat(readBack("million", rows)).isEqualTo(Tally.onceUpTo(rows));
    assertThat(queried("million")).isEqualTo(Tally.onceUpTo(rows));
  }

  /** The table through the source, in a job that fails three times on the way. */
  private static Tally readBack(String table, long rows) throws Exception {
    BigQuerySource<GenericRecord> source =
        BigQuerySource.<GenericRecord>builder()
            .table(table(table))
            .deserializer(BigQueryRowDeserializationSchema.genericRecord(ID))
            .emulatorEndpoint(BIGQUERY.grpcTarget())
            .build();
    BitSet seen = new BitSet();
    long[] counted = new long[2];
    try (var ids =
        Jobs.environment(2)
            .fromSource(source, WatermarkStrategy.noWatermarks(), "table")
            .map(row -> (Long) row.get("id"))
            .returns(Types.LONG)
            .map(FailsAt.random("read-back", 3, 17, rows))
            .executeAndCollect("read back")) {
      ids.forEachRemaining(
          id -> {
            seen.set(Math.toIntExact(id));
            counted[0]++;
            counted[1] += id;
          });
    }
    assertThat(FailsAt.remaining("read-back")).isZero();
    return new Tally(counted[0], seen.cardinality(), counted[1]);
  }

  /** The table by Flink's SQL, in a job that is started again when a read is refused. */
  private static Tally queried(String table) throws Exception {
    BIGQUERY
        .faults()
        .add("ReadRows", table, 1, 1, new Fault.Fail("FAILED_PRECONDITION", "planned"));
    StreamTableEnvironment tables = StreamTableEnvironment.create(Jobs.environment(2));
    // Else the count goes up, and out, row by row.
    tables.getConfig().set("table.exec.mini-batch.enabled", "true");
    tables.getConfig().set("table.exec.mini-batch.allow-latency", "1 s");
    tables.getConfig().set("table.exec.mini-batch.size", "100000");
    tables.executeSql(
        "CREATE TABLE numbers (id BIGINT) WITH ('connector'='bigquery', 'project'='"
            + BIGQUERY.project()
            + "', 'dataset'='"
            + DATASET
            + "', 'table'='"
            + table
            + "', 'emulator-endpoint'='"
            + BIGQUERY.grpcTarget()
            + "', 'emulator-rest-endpoint'='"
            + URI.create(BIGQUERY.restUrl()).getAuthority()
            + "')");
    Row last = null;
    try (var results =
        tables.executeSql("SELECT COUNT(*), COUNT(DISTINCT id), SUM(id) FROM numbers").collect()) {
      while (results.hasNext()) {
        last = results.next();
      }
    }
    Row counted = Objects.requireNonNull(last);
    return new Tally(
        counted.<Long>getFieldAs(0), counted.<Long>getFieldAs(1), counted.<Long>getFieldAs(2));
  }

  @Test
  @Tag("sql")
  void writesEveryRowOnceToTwoTablesThroughFiveFailures() throws Exception {
    long rows = 1_000_000;
    String project = BIGQUERY.project();
    StreamExecutionEnvironment env = Jobs.environment(2);
    env.fromSequence(1, rows)
        .map(FailsAt.random("eo-two", 5, 13, rows))
        .sinkTo(
            sink()
                .destinationResolver(
                    (number, context) ->
                        TableDestination.of(project, DATASET, number % 2 == 0 ? "even" : "odd"))
                .build());
    env.execute();

    assertThat(FailsAt.remaining("eo-two")).isZero();
    assertThat(tally("even,odd")).isEqualTo(Tally.onceUpTo(rows));
    assertThat(tally("even").rows()).isEqualTo(rows / 2);
  }

  @Test
  @Tag("sql")
  void commitsAtTheEndOfABatchJob() throws Exception {
    StreamExecutionEnvironment env = Jobs.environment(1, Map.of("execution.runtime-mode", "BATCH"));
    env.fromSequence(1, 100).sinkTo(sink().table(table("batch")).build());
    env.execute();

    assertThat(tally("batch")).isEqualTo(Tally.onceUpTo(100));
  }

  @Test
  @Tag("sql")
  void goesOnFromASavepointUnderANewJobId() throws Exception {
    String savepoint = runUntilStopped(1, "", "moved");

    run(1, savepoint, "moved");

    assertThat(tally("moved")).isEqualTo(Tally.onceUpTo(ROWS));
  }

  @Test
  @Tag("sql")
  void goesOnFromASavepointWhoseStreamWasFinalizedMeanwhile() throws Exception {
    String savepoint = runUntilStopped(1, "", "finalized");

    BIGQUERY.faults().add("AppendRows", "finalized", 1, 1, new Fault.FinalizeStream());
    run(1, savepoint, "finalized");

    assertThat(tally("finalized")).isEqualTo(Tally.onceUpTo(ROWS));
  }

  @Test
  @Tag("sql")
  @Tag("flink-versions")
  void keepsEveryRowOnceWhileTheParallelismChanges() throws Exception {
    String one = runUntilStopped(1, "", "rescaled");
    String three = runUntilStopped(3, one, "rescaled");

    run(2, three, "rescaled");

    assertThat(tally("rescaled")).isEqualTo(Tally.onceUpTo(ROWS));
  }

  /** Starts a job that takes a while, and stops it with a savepoint once it made rows readable. */
  private String runUntilStopped(int parallelism, String from, String table) throws Exception {
    long before = from.isEmpty() ? 0 : tally(table).rows();
    JobClient job = job(parallelism, from, table, ROWS_PER_SECOND).executeAsync();
    Awaitility.await()
        .atMost(Duration.ofSeconds(SECONDS_TO_STOP))
        .until(() -> BIGQUERY.tables(DATASET).contains(table) && tally(table).rows() > before);
    String savepoint =
        job.stopWithSavepoint(false, savepoints.toUri().toString(), SavepointFormatType.CANONICAL)
            .get(SECONDS_TO_STOP, TimeUnit.SECONDS);
    assertThat(tally(table).rows()).isGreaterThan(before).isLessThan(ROWS);
    return savepoint;
  }

  private static void run(int parallelism, String from, String table) throws Exception {
    job(parallelism, from, table, UNBOUNDED).execute();
  }

  private static StreamExecutionEnvironment job(
      int parallelism, String from, String table, double rowsPerSecond) {
    Map<String, String> configuration = new HashMap<>();
    if (!from.isEmpty()) {
      configuration.put("execution.state-recovery.path", from);
    }
    StreamExecutionEnvironment env = Jobs.environment(parallelism, configuration);
    env.fromSource(
            new DataGeneratorSource<>(
                index -> index + 1, ROWS, RateLimiterStrategy.perSecond(rowsPerSecond), Types.LONG),
            WatermarkStrategy.noWatermarks(),
            "numbers")
        .uid("numbers")
        .setParallelism(1)
        .rebalance()
        .sinkTo(sink().table(table(table)).build())
        .uid("sink");
    return env;
  }
}
