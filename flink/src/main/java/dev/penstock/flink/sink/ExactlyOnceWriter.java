package dev.penstock.flink.sink;

import dev.penstock.core.write.StreamPosition;
import dev.penstock.core.write.StreamSnapshot;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;

/** Writes records to buffered streams. One owner thread. */
final class ExactlyOnceWriter<T>
    implements StatefulSinkWriter<T, StreamState>, CommittingSinkWriter<T, StreamPosition> {
  private final RecordFeed<T> feed;
  private final Engine engine;
  private final Ticks ticks;
  private List<StreamPosition> positions = List.of();

  ExactlyOnceWriter(RecordFeed<T> feed, Engine engine, Ticks ticks) {
    this.feed = feed;
    this.engine = engine;
    this.ticks = ticks;
  }

  @Override
  public void write(T element, Context context) throws IOException, InterruptedException {
    feed.write(element, context);
  }

  @Override
  public void flush(boolean endOfInput) throws IOException, InterruptedException {
    feed.flush();
  }

  /** Flink asks after every flush, and for the state after this. */
  @Override
  public Collection<StreamPosition> prepareCommit() {
    StreamSnapshot snapshot = engine.snapshot();
    positions = snapshot.positions();
    return snapshot.advanced();
  }

  @Override
  public List<StreamState> snapshotState(long checkpointId) {
    List<StreamState> states =
        positions.stream().map(position -> new StreamState(position, checkpointId)).toList();
    feed.evictIdle();
    return states;
  }

  @Override
  public void close() {
    ticks.stop();
    feed.close();
  }
}
