package dev.penstock.kafka.task;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices a partition that comes back to the task before the offset the task left it at. A delivery
 * that is repeated after a rebalance never does: it starts at the committed offset. One owner
 * thread.
 */
final class TakenBackOffsets {
  private static final Logger LOG = LoggerFactory.getLogger(TakenBackOffsets.class);

  private final boolean offsetsOrderChanges;
  private final Map<TopicPartition, Long> left = new HashMap<>();

  /**
   * Nothing noticed yet.
   *
   * @param offsetsOrderChanges whether offsets alone order the changes; else nothing is lost, and
   *     nothing is said
   */
  TakenBackOffsets(boolean offsetsOrderChanges) {
    this.offsetsOrderChanges = offsetsOrderChanges;
  }

  /** The partition was taken away when all before this offset was done. */
  void left(TopicPartition partition, long committable) {
    if (offsetsOrderChanges && committable != PartitionLog.NONE) {
      left.put(partition, committable);
    }
  }

  /** The first record of a partition that was not the task's until now. */
  void cameBack(TopicPartition partition, long offset) {
    Long before = left.remove(partition);
    if (before != null && offset < before) {
      LOG.warn(
          "Partition {} starts over at offset {}, before offset {} where this task left it, and"
              + " offsets order the changes. If the topic was created anew, its changes LOSE"
              + " against the rows in the table until its offsets pass the old ones: stop the"
              + " connector, raise cdcSequenceEpoch, and read the topic from its first offset. If"
              + " you reset the offsets of the same topic, nothing is lost.",
          partition,
          offset,
          before);
    }
  }
}
