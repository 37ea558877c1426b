package dev.penstock.core.write;

import dev.penstock.core.append.StreamKind;
import dev.penstock.core.append.StreamWorkers;
import dev.penstock.core.append.WriteStream;
import dev.penstock.core.model.Destination;
import java.util.List;

/** The streams that every table has: nothing to make, nothing to keep. One owner thread. */
final class DefaultStreams implements Streams {
  private final StreamWorkers workers;

  DefaultStreams(StreamWorkers workers) {
    this.workers = workers;
  }

  @Override
  public StreamKind kind() {
    return StreamKind.DEFAULT;
  }

  @Override
  public SendOrder orderFor(TablePlans plans) {
    return new AnyOrder(
        WriteStream.defaultOf(plans.destination()), workers, plans.table().location());
  }

  @Override
  public void restore(List<StreamPosition> positions) {
    if (!positions.isEmpty()) {
      throw new IllegalStateException(
          "positions: " + positions.size() + " (expected: none, default streams have no offsets)");
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
