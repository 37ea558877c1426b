package dev.penstock.core.write;

import dev.penstock.core.append.StreamKind;
import dev.penstock.core.append.StreamWorkers;
import dev.penstock.core.append.WriteStream;
import dev.penstock.core.append.WriteStreams;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Streams of this task alone, one a table: restored from an earlier task, or created when the first
 * rows are sent. One owner thread, which waits when a stream is created.
 */
final class BufferedStreams implements Streams {
  private final StreamWorkers workers;
  private final WriteStreams streams;
  private final Duration idle;
  private final Time time;
  private final Map<Destination, StreamPosition> restored = new LinkedHashMap<>();
  private long restoredNanos;

  BufferedStreams(StreamWorkers workers, WriteStreams streams, Duration idle, Time time) {
    this.workers = workers;
    this.streams = streams;
    this.idle = idle;
    this.time = time;
  }

  @Override
  public StreamKind kind() {
    return StreamKind.BUFFERED;
  }

  @Override
  public SendOrder orderFor(TablePlans plans) {
    Destination destination = plans.destination();
    Supplier<WriteStream> creator = creator(streams, StreamKind.BUFFERED, plans, time);
    StreamPosition position = restored.remove(destination);
    return position == null
        ? new OffsetOrder(workers, creator)
        : new OffsetOrder(
            workers,
            creator,
            new WriteStream(destination, position.stream(), StreamKind.BUFFERED),
            position.nextOffset());
  }

  /** Makes a stream of a table that may be young, or gone. */
  static Supplier<WriteStream> creator(
      WriteStreams streams, StreamKind kind, TablePlans plans, Time time) {
    Destination destination = plans.destination();
    TableInspector inspector = new TableInspector(plans, time);
    return () -> streams.create(destination, kind, StreamIncident.opening(inspector, destination));
  }

  @Override
  public void restore(List<StreamPosition> positions) {
    positions.forEach(position -> restored.putIfAbsent(position.destination(), position));
    restoredNanos = time.nanos();
  }

  @Override
  public List<StreamPosition> untouched() {
    return List.copyOf(restored.values());
  }

  @Override
  public List<Destination> forgetIdle() {
    if (restored.isEmpty() || time.nanos() - restoredNanos < idle.toNanos()) {
      return List.of();
    }
    List<Destination> forgotten = new ArrayList<>(restored.keySet());
    restored.clear();
    return forgotten;
  }
}
