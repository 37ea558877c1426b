package dev.penstock.flink.sink;

import dev.penstock.core.error.IngestException;
import dev.penstock.core.write.DestinationWriters;
import dev.penstock.core.write.StreamPosition;
import dev.penstock.flink.EngineFailure;
import java.io.IOException;
import java.io.Serial;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;

/** The sink to buffered streams. A committable is how far a stream was written. Immutable. */
final class ExactlyOnceSink<T>
    implements CreatesWriter<T>,
        SupportsWriterState<T, StreamState>,
        SupportsCommitter<StreamPosition>,
        SupportsPreCommitTopology<StreamPosition, StreamPosition> {
  @Serial private static final long serialVersionUID = 1L;

  private final SinkSpec<T> spec;

  ExactlyOnceSink(SinkSpec<T> spec) {
    this.spec = spec;
  }

  @Override
  public StatefulSinkWriter<T, StreamState> createWriter(WriterInitContext context)
      throws IOException {
    return restoreWriter(context, List.of());
  }

  @Override
  public StatefulSinkWriter<T, StreamState> restoreWriter(
      WriterInitContext context, Collection<StreamState> states) throws IOException {
    SinkMetrics metrics = new SinkMetrics(context.metricGroup());
    Engine engine = new Engine(spec, DestinationWriters::buffered, metrics);
    RecordFeed<T> feed = RecordFeed.open(spec, engine, metrics, context);
    try {
      // Makes clients, so it comes after all that may fail for another reason.
      engine.restore(StreamState.newestFirst(states));
    } catch (IngestException e) {
      throw EngineFailure.of(e);
    }
    return new ExactlyOnceWriter<>(
        feed, engine, Ticks.start(context.getProcessingTimeService(), feed, null));
  }

  @Override
  public Committer<StreamPosition> createCommitter(CommitterInitContext context) {
    return new PositionCommitter(spec.access(), spec.stream().recovery());
  }

  @Override
  public SimpleVersionedSerializer<StreamState> getWriterStateSerializer() {
    return new StreamStateSerializer();
  }

  @Override
  public SimpleVersionedSerializer<StreamPosition> getCommittableSerializer() {
    return new PositionSerializer();
  }

  @Override
  public SimpleVersionedSerializer<StreamPosition> getWriteResultSerializer() {
    return getCommittableSerializer();
  }

  /** Adds nothing: this is where a sink sees the environment that it will run in. */
  @Override
  public DataStream<CommittableMessage<StreamPosition>> addPreCommitTopology(
      DataStream<CommittableMessage<StreamPosition>> committables) {
    GraphRules.check(committables.getExecutionEnvironment());
    return committables;
  }
}
