package dev.penstock.kafka.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Topics with partitions by key, as a producer with the default partitioner fills them. One owner
 * thread.
 */
final class TopicLog {
  private static final long FIRST_TIMESTAMP = 1_700_000_000_000L;

  private final Map<TopicPartition, List<SinkRecord>> partitions = new TreeMap<>(TopicLog::compare);
  private int partitionCount;

  TopicLog(int partitionCount) {
    this.partitionCount = partitionCount;
  }

  /** More partitions: from now on keys move. */
  void expandTo(int count) {
    partitionCount = count;
  }

  /** Deletes and creates all topics anew: offsets start at 0. */
  void recreate() {
    partitions.clear();
  }

  /** Appends an event and returns it as a consumer reads it. */
  SinkRecord append(RecordedEvent event) {
    int partition =
        Math.floorMod(ConnectJson.write(event.keySchema(), event.key()).hashCode(), partitionCount);
    List<SinkRecord> records =
        partitions.computeIfAbsent(
            new TopicPartition(event.topic(), partition), p -> new ArrayList<>());
    SinkRecord record =
        new SinkRecord(
            event.topic(),
            partition,
            event.keySchema(),
            event.key(),
            event.valueSchema(),
            event.value(),
            records.size(),
            FIRST_TIMESTAMP + event.operation(),
            TimestampType.CREATE_TIME,
            event.headers());
    records.add(record);
    return record;
  }

  /** Every record of all partitions. */
  List<SinkRecord> all() {
    return partitions.values().stream().flatMap(List::stream).toList();
  }

  /** The offset after the last record of each partition. */
  Map<TopicPartition, OffsetAndMetadata> ends() {
    Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
    partitions.forEach((p, records) -> ends.put(p, new OffsetAndMetadata(records.size())));
    return ends;
  }

  private static int compare(TopicPartition left, TopicPartition right) {
    int topics = left.topic().compareTo(right.topic());
    return topics != 0 ? topics : Integer.compare(left.partition(), right.partition());
  }
}
