package dev.penstock.flink.source;

import java.util.List;

/**
 * What the enumerator knows. Immutable.
 *
 * @param sessionOpened whether the one session of the read exists, so that no second snapshot of
 *     the table is read
 * @param unassigned splits that no reader has
 */
record ReadPlan(boolean sessionOpened, List<ReadSplit> unassigned) {
  ReadPlan {
    unassigned = List.copyOf(unassigned);
  }
}
