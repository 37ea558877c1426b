package dev.penstock.benchmarks.flink;

import com.google.cloud.NoCredentials;
import com.google.cloud.bigquery.BigQueryOptions;
import com.google.cloud.bigquery.DatasetInfo;
import dev.penstock.benchmarks.Benchmark;
import dev.penstock.benchmarks.BenchmarkArgument;
import dev.penstock.benchmarks.Measurements;
import dev.penstock.benchmarks.rows.AvroSamples;
import dev.penstock.core.model.Destination;
import dev.penstock.flink.TableDestination;
import dev.penstock.flink.serializer.AvroRecordSerializationSchema;
import dev.penstock.flink.sink.BigQuerySink;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.jspecify.annotations.Nullable;

/**
 * CPU of the Avro sink in a job of one task, against a server that acknowledges without storing, as
 * a ratio to the engine's own loop over the same records in the same run. What Flink itself takes
 * is measured by the same job with a sink that discards, and taken off. Immutable.
 */
public final class FlinkSinkBenchmark implements Benchmark {
  private static final BenchmarkArgument ROWS =
      new BenchmarkArgument("ROWS", 1_000_000, 10_000, 100_000_000);
  private static final int ROUNDS = 5;
  private static final int CHECKPOINT_MILLIS = 1_000;
  private static final double GOAL = 1.4;
  private static final String PROJECT = "bench";
  private static final String DATASET = "flink";

  @Override
  public String name() {
    return "flink-sink";
  }

  @Override
  public String description() {
    return "CPU of the Flink sink a row, as a ratio to the engine's own loop (goal 1.4) [ROWS]";
  }

  @Override
  public Measurements run(List<String> arguments) throws Exception {
    int rows = ROWS.of(arguments);
    double[] engine = new double[ROUNDS];
    double[] sink = new double[ROUNDS];
    double[] discard = new double[ROUNDS];
    try (LocalBigQuery server = LocalBigQuery.start(LocalOptions.inMemory().withAckOnly())) {
      createDataset(server);
      int first = rows / 2;
      int last = first + rows;
      for (int round = 0; round < ROUNDS; round++) {
        Destination table = new Destination(PROJECT, DATASET, "engine");
        engine[round] = (double) new EngineLoop().write(server, table, first, last) / rows;
        discard[round] = job(new DiscardingSink<>(), first, last) / rows;
        sink[round] = job(sink(server), first, last) / rows;
      }
    }
    double alone = median(sink) - median(discard);
    return new Measurements()
        .add("engine's own loop", median(engine), "ns/row")
        .add("task with the sink", median(sink), "ns/row")
        .add("task that discards", median(discard), "ns/row")
        .add("sink alone / engine's own loop", alone / median(engine), "x", Double.NaN, GOAL)
        .add("task with the sink / engine's own loop", median(sink) / median(engine), "x");
  }

  private static void createDataset(LocalBigQuery server) {
    BigQueryOptions.newBuilder()
        .setHost(server.restUrl())
        .setProjectId(PROJECT)
        .setCredentials(NoCredentials.getInstance())
        .build()
        .getService()
        .create(DatasetInfo.of(DATASET));
  }

  private static Sink<GenericRecord> sink(LocalBigQuery server) {
    return BigQuerySink.<GenericRecord>builder()
        .table(TableDestination.of(PROJECT, DATASET, "job"))
        .serializer(AvroRecordSerializationSchema.of(AvroSamples.SCHEMA))
        .emulatorEndpoint(server.grpcTarget())
        .emulatorRestEndpoint(URI.create(server.restUrl()).getAuthority())
        .build();
  }

  /** CPU of the task's thread from one record to another, in nanoseconds. */
  private static double job(Sink<GenericRecord> sink, int first, int last) throws Exception {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(1);
    environment.getConfig().enableObjectReuse();
    environment.enableCheckpointing(CHECKPOINT_MILLIS);
    environment
        .fromSource(
            new DataGeneratorSource<>(
                new Records(), last, new GenericRecordAvroTypeInfo(AvroSamples.SCHEMA)),
            WatermarkStrategy.noWatermarks(),
            "records")
        .map(new CpuProbe(first, last))
        .returns(new GenericRecordAvroTypeInfo(AvroSamples.SCHEMA))
        .sinkTo(sink);
    return environment.execute("flink-sink").<Long>getAccumulatorResult(CpuProbe.NANOS);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** The sample records over and over. */
  private static final class Records implements GeneratorFunction<Long, GenericRecord> {
    private static final long serialVersionUID = 1L;

    private transient GenericRecord @Nullable [] records;

    @Override
    public GenericRecord map(Long index) {
      GenericRecord[] all = records;
      if (all == null) {
        all = AvroSamples.all();
        records = all;
      }
      return all[(int) (index & (all.length - 1))];
    }
  }
}
