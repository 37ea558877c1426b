package dev.penstock.kafka.task;

import dev.penstock.kafka.route.RecordOrigin;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * Which records are done, and so which offsets may be committed: per partition, the contiguous
 * prefix. Every record gets a ticket, larger than any before it. One owner thread.
 */
final class OffsetLedger {
  private final RecordOrigin origin;
  private final boolean keepsRecords;
  private final TakenBackOffsets takenBack;
  private final Map<TopicPartition, PartitionLog> logs = new HashMap<>();

  // Open tickets from first to next - 1, in rings of a power of two.
  private @Nullable PartitionLog[] logOf = new PartitionLog[1024];
  private long[] indexOf = new long[1024];
  private @Nullable SinkRecord[] recordOf = new SinkRecord[1024];
  private long first;
  private long next;

  private String lastTopic = "";
  private int lastPartition = -1;
  private @Nullable PartitionLog lastLog;

  /**
   * An empty ledger.
   *
   * @param keepsRecords whether records are kept until they are done, for a dead letter queue
   */
  OffsetLedger(RecordOrigin origin, boolean keepsRecords, TakenBackOffsets takenBack) {
    this.origin = origin;
    this.keepsRecords = keepsRecords;
    this.takenBack = takenBack;
  }

  /** Opens a record and returns its ticket. */
  long open(SinkRecord record) {
    PartitionLog log = logOf(record);
    if (next - first == logOf.length) {
      grow();
    }
    int slot = slot(next);
    logOf[slot] = log;
    indexOf[slot] = log.add(origin.offset(record));
    if (keepsRecords) {
      recordOf[slot] = record;
    }
    return next++;
  }

  /** Counts a record as done that writes nothing. */
  void skip(SinkRecord record) {
    logOf(record).addDone(origin.offset(record));
  }

  /** The record of a ticket is stored, set aside or dropped. */
  void complete(long ticket) {
    int slot = slot(ticket);
    PartitionLog log = logOf[slot];
    if (ticket < first || ticket >= next || log == null) {
      throw new IllegalStateException("ticket " + ticket + " is not open");
    }
    log.complete(indexOf[slot]);
    logOf[slot] = null;
    recordOf[slot] = null;
    while (first < next && logOf[slot(first)] == null) {
      first++;
    }
  }

  /** The record of an open ticket; null when records are not kept. */
  @Nullable SinkRecord record(long ticket) {
    return recordOf[slot(ticket)];
  }

  /** {@code topic-partition@offset} of an open ticket. */
  String describe(long ticket) {
    int slot = slot(ticket);
    PartitionLog log = logOf[slot];
    if (log == null) {
      return "a record of a partition that was taken away";
    }
    return logs.entrySet().stream()
            .filter(entry -> entry.getValue() == log)
            .map(entry -> entry.getKey().toString())
            .findFirst()
            .orElse("a partition that was taken away")
        + "@"
        + log.offsetOf(indexOf[slot]);
  }

  /** {@code topic-partition@offset} of a record. */
  String describe(SinkRecord record) {
    return origin.describe(record);
  }

  /** The partition a record was read from. */
  TopicPartition partitionOf(SinkRecord record) {
    return origin.topicPartition(record);
  }

  /** The smallest ticket that is still open; the next ticket when none is. */
  long firstOpen() {
    return first;
  }

  /** The ticket that the next record gets. */
  long nextTicket() {
    return next;
  }

  /** How many records are open, those of lost partitions included. */
  long openCount() {
    long open = 0;
    for (PartitionLog log : logs.values()) {
      open += log.openCount();
    }
    return open;
  }

  /** What may be committed for these partitions; those without progress are left out. */
  Map<TopicPartition, OffsetAndMetadata> committable(Collection<TopicPartition> partitions) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    for (TopicPartition partition : partitions) {
      PartitionLog log = logs.get(partition);
      if (log != null && log.committable() != PartitionLog.NONE) {
        offsets.put(partition, new OffsetAndMetadata(log.committable()));
      }
    }
    return offsets;
  }

  /**
   * What may be committed when every record that was read is here or done: a partition without an
   * open record up to where it was read, past records that transforms dropped.
   *
   * @param read the offset after the last record that was read, by partition
   */
  Map<TopicPartition, OffsetAndMetadata> committableUpTo(
      Map<TopicPartition, OffsetAndMetadata> read) {
    Map<TopicPartition, OffsetAndMetadata> offsets = committable(read.keySet());
    read.forEach(
        (partition, end) -> {
          PartitionLog log = logs.get(partition);
          if (log == null || log.openCount() == 0) {
            offsets.put(partition, end);
          }
        });
    return offsets;
  }

  /** Forgets partitions; answers for their records may still come and change nothing. */
  void close(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      PartitionLog log = logs.remove(partition);
      if (log != null) {
        takenBack.left(partition, log.committable());
      }
    }
    lastLog = null;
  }

  private PartitionLog logOf(SinkRecord record) {
    String topic = origin.topic(record);
    int partition = origin.partition(record);
    PartitionLog cached = lastLog;
    if (cached != null && partition == lastPartition && topic.equals(lastTopic)) {
      return cached;
    }
    PartitionLog log =
        logs.computeIfAbsent(new TopicPartition(topic, partition), key -> newLog(key, record));
    lastTopic = topic;
    lastPartition = partition;
    lastLog = log;
    return log;
  }

  private PartitionLog newLog(TopicPartition partition, SinkRecord first) {
    takenBack.cameBack(partition, origin.offset(first));
    return new PartitionLog();
  }

  private int slot(long ticket) {
    return (int) (ticket & (logOf.length - 1));
  }

  private void grow() {
    int size = 2 * logOf.length;
    @Nullable PartitionLog[] moreLogs = new PartitionLog[size];
    long[] moreIndexes = new long[size];
    @Nullable SinkRecord[] moreRecords = new SinkRecord[size];
    for (long ticket = first; ticket < next; ticket++) {
      int from = slot(ticket);
      int to = (int) (ticket & (size - 1));
      moreLogs[to] = logOf[from];
      moreIndexes[to] = indexOf[from];
      moreRecords[to] = recordOf[from];
    }
    logOf = moreLogs;
    indexOf = moreIndexes;
    recordOf = moreRecords;
  }
}
