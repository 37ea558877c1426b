package dev.penstock.flink.sink;

import dev.penstock.core.write.StreamPosition;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * How far a stream was written at a checkpoint: what a writer goes on from. Immutable.
 *
 * @param checkpointId tells which of several positions of one table is the newest
 */
record StreamState(StreamPosition position, long checkpointId) {
  private static final Comparator<StreamState> NEWEST_FIRST =
      Comparator.comparingLong(StreamState::checkpointId)
          .reversed()
          .thenComparing(state -> state.position().stream());

  /**
   * The positions in the order in which they are taken over: after a change of parallelism one task
   * may get several of one table. Every row before each of them is in a committable.
   */
  static List<StreamPosition> newestFirst(Collection<StreamState> states) {
    return states.stream().sorted(NEWEST_FIRST).map(StreamState::position).toList();
  }
}
