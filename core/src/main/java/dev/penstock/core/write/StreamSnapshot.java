package dev.penstock.core.write;

import java.util.List;

/**
 * Where the buffered streams of one task stand, once all rows are acknowledged. Immutable.
 *
 * @param positions all streams: what {@link DestinationWriters#restore} needs after a restart
 * @param advanced those of them that took rows since the snapshot before: what a {@link
 *     StreamCommitter} makes readable
 */
public record StreamSnapshot(List<StreamPosition> positions, List<StreamPosition> advanced) {
  /** Copies the lists. */
  public StreamSnapshot {
    positions = List.copyOf(positions);
    advanced = List.copyOf(advanced);
  }
}
