package dev.penstock.flink.sink;

import dev.penstock.core.write.DestinationWriters;
import java.io.Serial;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreWriteTopology;
import org.apache.flink.streaming.api.datastream.DataStream;

/** The sink to default streams. Immutable. */
final class AtLeastOnceSink<T> implements CreatesWriter<T>, SupportsPreWriteTopology<T> {
  @Serial private static final long serialVersionUID = 1L;

  private final SinkSpec<T> spec;

  AtLeastOnceSink(SinkSpec<T> spec) {
    this.spec = spec;
  }

  /** Adds nothing: this is where a sink sees the job that it will run in. */
  @Override
  public DataStream<T> addPreWriteTopology(DataStream<T> input) {
    GraphRules.warnIfRowsMayWait(input.getExecutionEnvironment(), spec.stream().flushInterval());
    return input;
  }

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) {
    SinkMetrics metrics = new SinkMetrics(context.metricGroup());
    Engine engine = new Engine(spec, DestinationWriters::new, metrics);
    RecordFeed<T> feed = RecordFeed.open(spec, engine, metrics, context);
    return new AtLeastOnceWriter<>(
        feed, Ticks.start(context.getProcessingTimeService(), feed, spec.stream().flushInterval()));
  }
}
