package dev.penstock.kafka.route;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Where a record stands in Kafka, before transforms renamed its topic. Workers before 3.6 do not
 * say; there the record's own topic and partition are taken. Immutable.
 */
public final class RecordOrigin {
  private final boolean known;

  private RecordOrigin(boolean known) {
    this.known = known;
  }

  /** What the worker of this process can tell. */
  public static RecordOrigin ofWorker() {
    try {
      SinkRecord.class.getMethod("originalTopic");
      return new RecordOrigin(true);
    } catch (NoSuchMethodException e) {
      return new RecordOrigin(false);
    }
  }

  /** The topic it was read from. */
  public String topic(SinkRecord record) {
    return known ? record.originalTopic() : record.topic();
  }

  /** The partition it was read from. */
  public int partition(SinkRecord record) {
    return known ? record.originalKafkaPartition() : record.kafkaPartition();
  }

  /** Its offset. */
  public long offset(SinkRecord record) {
    return known ? record.originalKafkaOffset() : record.kafkaOffset();
  }

  /** The partition as the consumer names it. */
  public TopicPartition topicPartition(SinkRecord record) {
    return new TopicPartition(topic(record), partition(record));
  }

  /** {@code topic-partition@offset}, for messages. */
  public String describe(SinkRecord record) {
    return topic(record) + "-" + partition(record) + "@" + offset(record);
  }
}
