package dev.penstock.core.write;

import dev.penstock.core.append.StreamKind;
import dev.penstock.core.append.StreamWorkers;
import dev.penstock.core.append.WriteStreams;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.Time;
import java.util.List;

/**
 * Streams whose rows are readable once they are committed, one a table: created when the first rows
 * are sent, never taken over from an earlier task. One owner thread, which waits when a stream is
 * created.
 */
final class PendingStreams implements Streams {
  private final StreamWorkers workers;
  private final WriteStreams streams;
  private final Time time;

  PendingStreams(StreamWorkers workers, WriteStreams streams, Time time) {
    this.workers = workers;
    this.streams = streams;
    this.time = time;
  }

  @Override
  public StreamKind kind() {
    return StreamKind.PENDING;
  }

  @Override
  public SendOrder orderFor(TablePlans plans) {
    return new OffsetOrder(
        workers, BufferedStreams.creator(streams, StreamKind.PENDING, plans, time));
  }

  @Override
  public void restore(List<StreamPosition> positions) {
    if (!positions.isEmpty()) {
      throw new IllegalStateException(
          "positions: " + positions.size() + " (expected: none, a load begins anew)");
    }
  }

  @Override
  public List<StreamPosition> untouched() {
    return List.of();
  }

  @Override
  public List<Destination> forgetIdle() {
    return List.of();
  }
}
