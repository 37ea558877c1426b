package dev.penstock.flink.sink;

import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.sequence.SequenceSections;
import dev.penstock.core.time.Time;

/**
 * Numbers changes as they come to a task: the time, which never goes back here, then a count.
 * Without a number, BigQuery applies changes of one key that lie in one request in any order, and a
 * request that is sent again comes behind younger ones. Changes of a key that come to several tasks
 * are ordered by the clocks of these. One owner thread.
 */
final class ArrivalOrder {
  private final Time time;
  private long millis;
  private long count;

  ArrivalOrder(Time time) {
    this.time = time;
  }

  /** The number of the next change. */
  SequenceNumber next(SequenceSections sections) {
    millis = Math.max(millis, time.currentMillis());
    return sections.clear().add(millis).add(count++).toNumber();
  }
}
