package dev.penstock.flink.sink;

import dev.penstock.core.write.DestinationWriters;
import java.io.Serial;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** The sink to default streams. Immutable. */
final class AtLeastOnceSink<T> implements CreatesWriter<T> {
  @Serial private static final long serialVersionUID = 1L;

  private final SinkSpec<T> spec;

  AtLeastOnceSink(SinkSpec<T> spec) {
    this.spec = spec;
  }

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) {
    SinkMetrics metrics = new SinkMetrics(context.metricGroup());
    Engine engine = new Engine(spec, DestinationWriters::new, metrics);
    RecordFeed<T> feed = RecordFeed.open(spec, engine, metrics, context);
    return new AtLeastOnceWriter<>(
        feed,
        engine,
        Ticks.start(context.getProcessingTimeService(), feed, spec.stream().flushInterval()));
  }
}
